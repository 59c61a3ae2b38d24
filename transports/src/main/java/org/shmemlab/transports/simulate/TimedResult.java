package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.transports.cost.stations.Load;

/**
 * How a timed run ended and where its time went.
 *
 * @param result how it ended
 * @param picoseconds from the start of the program to its end
 * @param messages operations that were issued
 * @param instructions executed by all agents together
 * @param pes what each PE did
 * @param loads the stations that served any operation, busiest first
 */
public record TimedResult(
    RunResult result,
    long picoseconds,
    long messages,
    long instructions,
    ImmutableList<OfPe> pes,
    ImmutableList<Load> loads) {

  /**
   * The time of one PE.
   *
   * @param end when its last agent ended, picoseconds
   * @param spent by its agents together, picoseconds for each activity
   */
  public record OfPe(long end, ImmutableMap<Activity, Long> spent) {}
}
