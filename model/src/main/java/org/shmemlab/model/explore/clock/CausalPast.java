package org.shmemlab.model.explore.clock;

import org.shmemlab.model.program.StateSpace;

/**
 * Holds two clocks of one point of an execution: the steps before it in trace order, and those of
 * them that happen-before it. An agent that exchanges a value with the others of its warp, or
 * observes a relaxed atomic, follows their steps and need not observe their stores; mutexes that
 * are only tested, set-up calls and ends of asynchronous work order steps alone, too. The memory
 * clock never contains more than that of the steps.
 *
 * @param steps all steps before it in trace order
 * @param memory those of them whose accesses happen-before it, too
 */
record CausalPast(Clock steps, Clock memory) {
  static final CausalPast NOTHING = new CausalPast(Clock.START, Clock.START);

  /** The join of both. */
  CausalPast join(CausalPast other) {
    return new CausalPast(steps.join(other.steps), memory.join(other.memory));
  }

  /** The steps alone, none of whose accesses memory orders. */
  CausalPast stepsOnly() {
    return new CausalPast(steps, Clock.START);
  }

  /** This after a proxy fence. */
  CausalPast proxiesFenced(StateSpace space) {
    return new CausalPast(steps, memory.proxiesFenced(space));
  }

  /** This with a thread's own time moved on. */
  CausalPast with(int thread, int time) {
    return new CausalPast(steps.with(thread, time), memory.with(thread, time));
  }
}
