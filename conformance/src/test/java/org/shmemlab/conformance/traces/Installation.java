package org.shmemlab.conformance.traces;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;

/**
 * Pairs a transport with a platform that has it.
 *
 * @param platform whose numbers say when something happens
 */
public record Installation(Transport transport, Platform platform) {
  private static final Hardware UNRULY = new Hardware(true, true, true, LoadSource.CACHED);

  /**
   * Every transport in both versions; besides, NVLink with some networks, and some networks with
   * hardware that reorders what it may, or with several queue pairs.
   */
  public static ImmutableList<Installation> all() {
    Settings twoQueues = Settings.DEFAULT.with(EnvironmentVariable.IB_NUM_RC_PER_DEVICE, "2");
    return Stream.concat(
            Transport.all().stream(),
            Stream.of(
                Transport.of("nvlink+ibrc", Settings.DEFAULT),
                Transport.of("nvlink+ibgda@3.5", Settings.DEFAULT),
                Transport.of("ibrc", twoQueues),
                Transport.of("ibrc", Settings.DEFAULT).over(UNRULY),
                Transport.of("ibgda", Settings.DEFAULT).over(UNRULY)))
        .map(Installation::of)
        .collect(ImmutableList.toImmutableList());
  }

  /** A transport on the first platform that has numbers for it. */
  public static Installation of(Transport transport) {
    Set<PathKind> wanted =
        Stream.of(transport.peer(), transport.network())
            .flatMap(Optional::stream)
            .collect(Collectors.toSet());
    return Platforms.NAMES.stream()
        .map(Platforms::named)
        .filter(platform -> platform.paths().keySet().containsAll(wanted))
        .findFirst()
        .map(platform -> new Installation(transport, platform))
        .orElseThrow(() -> new IllegalArgumentException("no platform has " + transport.key()));
  }

  /** PEs of one node in a job of so many: all, one, or two where both kinds of paths are used. */
  public int pesPerNode(int pes) {
    if (transport.isMixed()) {
      return pes > 2 ? 2 : 1;
    }
    return transport.peer().isPresent() ? pes : 1;
  }

  /** The PEs of a job on this platform. */
  public Fleet fleet(int pes) {
    return Fleets.on(platform, transport, pes, pesPerNode(pes));
  }

  /** The transport's name, and what is unusual about it. */
  public String name() {
    String settings = transport.settings().toString();
    return transport.key()
        + (settings.isEmpty() ? "" : " " + settings)
        + (transport.linkFlags().isEmpty() ? "" : " over unruly links");
  }

  /**
   * Whether the proxy loses the fences of the device (3.5; docs/reference/nvshmem.md, section 3.2):
   * then single steps come in orders that are not promised, also where no outcome shows it.
   */
  boolean losesFences() {
    return transport.version() != NvshmemVersion.V3_4_5
        && transport.network().filter(PathKind::isProxied).isPresent();
  }

  /** The rules of the transport in a job. */
  public OrderingRules rules(int pes) {
    return new TransportRules(fleet(pes).routes());
  }
}
