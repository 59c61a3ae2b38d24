package org.shmemlab.labs.workbench;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;

/**
 * Names the platform on which a program is timed.
 *
 * @param platform one of {@link Platforms#NAMES}, and no file
 * @param transport one of its networks; empty for its first
 * @param pesPerNode PEs that share a node; 0 for as many as fit
 */
public record TimingTarget(String platform, String transport, int pesPerNode) {
  /** A platform with the networks that it has. */
  public record Choice(String platform, ImmutableList<String> transports) {}

  /** All that there are. */
  public static ImmutableList<Choice> all() {
    return Platforms.NAMES.stream()
        .map(name ->
            new Choice(
                name,
                Platforms.named(name).paths().keySet().stream()
                    .filter(PathKind::isRemote)
                    .map(PathKind::key)
                    .collect(ImmutableList.toImmutableList())))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * The GPUs that the PEs run on.
   *
   * @throws IllegalArgumentException if there is no such place; the message says what there is
   */
  Fleet fleet(int pes) {
    Choice chosen =
        all().stream()
            .filter(choice -> choice.platform.equals(platform))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException("there are " + String.join(", ", Platforms.NAMES)));
    if (!transport.isEmpty() && !chosen.transports.contains(transport)) {
      throw new IllegalArgumentException(platform + " has " + String.join(", ", chosen.transports));
    }
    Platform machine = Platforms.named(platform);
    int perNode = pesPerNode == 0 ? Math.min(pes, machine.node().gpus().count()) : pesPerNode;
    Optional<String> carrier = Optional.of(transport).filter(name -> !name.isEmpty());
    try {
      return Fleets.on(
          machine, Fleets.transport(machine, carrier.orElse(null), Settings.DEFAULT), pes, perNode);
    } catch (BadTransport wrong) {
      throw new IllegalArgumentException(wrong.text(), wrong);
    }
  }
}
