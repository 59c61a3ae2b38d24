package org.shmemlab.model.explore.clock;

import org.shmemlab.model.spec.Conflicts.Conflict;

/** Two accesses that nothing orders, with their sides. */
public record Race(Conflict conflict, Side first, Side second) {
  /**
   * One of two accesses that nothing orders.
   *
   * @param opened the clock when its window opened; of its own thread only steps that another agent
   *     synchronized with
   * @param thread the thread that does it
   * @param index where it happened, or would have happened next
   */
  record Side(Clock opened, int thread, int index) {
    private boolean comesAfter(ExecutionStep step) {
      return step.isBefore(opened) || (step.thread() == thread && step.index() < index);
    }

    private boolean is(ExecutionStep step) {
      return step.index() == index;
    }
  }

  /** Whether a step happens-before one of the accesses. */
  public boolean comesAfter(ExecutionStep step) {
    return first.comesAfter(step) || second.comesAfter(step);
  }

  /** Whether a step happens-before one of the accesses, or does one. */
  public boolean ends(ExecutionStep step) {
    return first.is(step) || second.is(step) || comesAfter(step);
  }
}
