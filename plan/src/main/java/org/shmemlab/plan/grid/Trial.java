package org.shmemlab.plan.grid;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.plan.workload.WholeRun;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;
import org.shmemlab.transports.traffic.ScriptResult;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.TrafficScript;

/**
 * One simulation: a point whose machine has some of its numbers multiplied.
 *
 * @param name what it is for: "usual", "sample 7"
 * @param factors by the place of the number
 */
public record Trial(Point point, String name, ImmutableSortedMap<String, Double> factors) {
  /** The name of the one with the numbers as they are. */
  public static final String USUAL = "usual";

  private static final String COMPUTATION = "computation";

  /** The point with the numbers as they are. */
  public static Trial usual(Point point) {
    return new Trial(point, USUAL, ImmutableSortedMap.of());
  }

  /**
   * Plays it.
   *
   * @param script of the point
   */
  public TrialResult run(TrafficScript script) {
    Point at = point;
    Fleet fleet =
        Fleets.on(platform(), at.carrier(), at.pes(), at.perNode(), at.machine().impairments());
    ScriptResult played = ScriptRun.on(fleet, script);
    WholeRun whole = at.workload().whole(at.values(), at.place(), at.seed(), played.picoseconds());
    double part = whole.picoseconds() == 0 ? 1 : (double) whole.scripted() / whole.picoseconds();
    double serves = part * played.utilisation();
    boolean computes = whole.computing() > serves;
    return new TrialResult(
        whole.picoseconds(),
        played.messages(),
        computes ? COMPUTATION : played.limit().station(),
        computes ? whole.computing() : serves,
        played.link().station(),
        played.picoseconds() == 0 ? 0 : part * played.link().busyPs() / played.picoseconds());
  }

  /** The traffic of the point's workload, which does not depend on the machine's numbers. */
  public static TrafficScript script(Point point) {
    return point.workload().script(point.values(), point.place(), point.seed());
  }

  private Platform platform() {
    Platform platform = point.machine().platform();
    if (factors.isEmpty()) {
      return platform;
    }
    Map<String, Quantity> known = Quantities.of(platform);
    Map<String, Quantity> changed = new HashMap<>();
    factors.forEach((place, factor) -> {
      Quantity number = known.get(place);
      if (number != null) {
        changed.put(place, number.withValue(number.value() * factor));
      }
    });
    return Quantities.with(platform, changed);
  }

  /**
   * The key that distinguishes it from every other simulation: everything that its result follows
   * from.
   *
   * @param revision of the code that computes it
   */
  public String key(String revision) {
    Platform platform = platform();
    Hasher hasher = Hashing.sha256().newHasher();
    for (String text :
        new String[] {
          revision,
          point.workload().name(),
          point.parameters(),
          point.carrier().key(),
          platform.toString(),
          String.join("\n", point.machine().whatIf().texts())
        }) {
      hasher.putUnencodedChars(text).putChar('\n');
    }
    hasher.putInt(point.pes()).putInt(point.perNode()).putLong(point.seed());
    Integer nodes = point.machine().cluster().nodes();
    hasher.putInt(nodes == null ? 0 : nodes);
    Quantities.of(platform)
        .forEach((place, number) ->
            hasher.putString(place, StandardCharsets.UTF_8).putDouble(number.base()));
    return hasher.hash().toString();
  }
}
