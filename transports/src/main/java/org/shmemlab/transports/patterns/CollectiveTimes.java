package org.shmemlab.transports.patterns;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Scope;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Lanes;

/**
 * How long a collective takes on an idle fleet from the moment when all have entered it, by running
 * its messages; each one is run once.
 */
public final class CollectiveTimes {
  private final Fleet fleet;
  private final Map<Call, Long> known = new HashMap<>();

  private record Call(MeetingKind kind, int pes, long bytes, Scope scope) {}

  public CollectiveTimes(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * The time of a collective, picoseconds.
   *
   * @param pes members of its team, taken to be consecutive
   * @param bytes for each PE, as {@link MeetingKind} counts them
   */
  public long of(MeetingKind kind, int pes, long bytes, Scope scope) {
    Call call = new Call(kind, pes, bytes, scope);
    Long time = known.get(call);
    if (time == null) {
      time = run(fleet.part(pes), kind, bytes, scope, 1);
      known.put(call, time);
    }
    return time;
  }

  /** The time of so many collectives one after another, picoseconds. */
  public static long run(Fleet fleet, MeetingKind kind, long bytes, Scope scope, int repetitions) {
    Lanes lanes = Lanes.usual(scope);
    List<Phase> phases = Algorithms.of(kind, fleet, bytes, scope, lanes.threads(), Integer.BYTES);
    return run(fleet, phases, scope, lanes, repetitions, Variation.NONE);
  }

  /** The time of so many exchanges one after another, picoseconds. */
  static long run(
      Fleet fleet,
      List<Phase> phases,
      Scope scope,
      Lanes lanes,
      int repetitions,
      Variation variation) {
    Exchange exchange =
        new Exchange(fleet.pes(), phases, repetitions, scope, lanes, fleet.gpu().pollPs());
    Pattern.run(fleet, exchange, variation);
    if (!exchange.finished()) {
      throw new IllegalStateException(
          "a collective of " + fleet.pes() + " PEs does not come to an end");
    }
    return exchange.end();
  }
}
