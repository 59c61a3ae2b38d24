package org.shmemlab.model.explore;

import org.shmemlab.model.program.StateSpace;

/**
 * What somebody comes after, told twice: which steps must have been taken before in this execution,
 * and which of them memory is in order with. Whoever meets the others of its warp to exchange a
 * value, or sees the value of a relaxed atomic, comes after their steps and still need not see what
 * they stored; every other edge is of both kinds, so memory never knows more than the steps.
 *
 * @param steps all steps that come before
 * @param memory those whose accesses come before, too
 */
record CausalPast(Clock steps, Clock memory) {
  static final CausalPast NOTHING = new CausalPast(Clock.START, Clock.START);

  /** What both know together. */
  CausalPast join(CausalPast other) {
    return new CausalPast(steps.join(other.steps), memory.join(other.memory));
  }

  /** This after the steps that another knows, without its order of memory. */
  CausalPast after(CausalPast other) {
    return new CausalPast(steps.join(other.steps), memory);
  }

  /** This behind a fence between proxies. */
  CausalPast proxiesFenced(StateSpace space) {
    return new CausalPast(steps, memory.proxiesFenced(space));
  }

  /** This with a thread's own time moved on. */
  CausalPast with(int thread, int time) {
    return new CausalPast(steps.with(thread, time), memory.with(thread, time));
  }
}
