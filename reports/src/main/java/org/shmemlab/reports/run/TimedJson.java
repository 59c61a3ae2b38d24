package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.cost.stations.Stage;
import org.shmemlab.transports.simulate.Activity;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;

/**
 * Reports where the simulated time of a run went, as JSON shows it; times are picoseconds.
 *
 * @param where platform and transport
 * @param operations how many were issued
 * @param stations the busiest first
 * @param costs of one message
 */
record TimedJson(
    String where,
    long picoseconds,
    long operations,
    ImmutableList<Pe> pes,
    ImmutableList<Load> stations,
    ImmutableList<Cost> costs) {

  /**
   * The time of one PE.
   *
   * @param end when its last agent ended
   * @param spent by its agents together
   */
  record Pe(long end, ImmutableMap<Activity, Long> spent) {}

  /** One put of 8 bytes and a quiet. */
  record Cost(String path, long picoseconds, ImmutableMap<Stage, Long> stages) {
    static Cost of(MessageCost cost) {
      return new Cost(cost.path(), cost.totalPs(), cost.stages());
    }
  }

  static TimedJson of(RunEnd.Timed timed) {
    TimedResult result = timed.result();
    return new TimedJson(
        timed.where(),
        result.picoseconds(),
        result.messages(),
        result.pes().stream()
            .map(pe -> new Pe(pe.end(), pe.spent()))
            .collect(ImmutableList.toImmutableList()),
        result.loads(),
        timed.costs().stream().map(Cost::of).collect(ImmutableList.toImmutableList()));
  }
}
