package org.shmemlab.model.explore.clock;

/**
 * A step of one execution with its causal past.
 *
 * @param index position among all steps of the execution
 * @param depth position among the steps that had alternatives, or -1
 * @param executed how many instructions its agent had executed before; 0 of the network's
 * @param thread index of its actor in clocks
 * @param time the actor's own time
 * @param after every step before it in trace order
 * @param memory those of them that memory is in order with ({@link CausalPast})
 */
public record ExecutionStep(
    int index,
    int depth,
    Transition move,
    long executed,
    int thread,
    int time,
    Clock after,
    Clock memory) {
  /** Whether this step is before every step with that clock in trace order. */
  public boolean isBefore(Clock clock) {
    return clock.covers(thread, time);
  }
}
