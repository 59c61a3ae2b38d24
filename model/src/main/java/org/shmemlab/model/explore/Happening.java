package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.machine.Access;

/**
 * A step of one execution and what it comes after.
 *
 * @param index position among all happenings of the execution
 * @param depth position among its steps
 * @param thread index of its actor in clocks
 * @param time the actor's own time
 * @param after everything that comes before or is this step
 * @param accesses what it touches
 */
record Happening(
    int index,
    int depth,
    Move move,
    int thread,
    int time,
    Clock after,
    ImmutableList<Touch> accesses) {

  /**
   * One access with the clock at which its window opened.
   *
   * @param access what is touched
   * @param opened what was known when it could first have touched that
   */
  record Touch(Access access, Clock opened) {}

  /** Whether this step comes before whatever has that clock. */
  boolean isBefore(Clock clock) {
    return clock.covers(thread, time);
  }
}
