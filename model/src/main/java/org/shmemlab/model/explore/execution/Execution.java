package org.shmemlab.model.explore.execution;

import com.google.common.collect.ImmutableList;
import java.util.function.IntPredicate;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.step.Step;

/**
 * Runs one execution, step by step from the initial state, until it is undefined or no step is
 * enabled. Where an agent fails, the others go on.
 */
public interface Execution {
  /** The steps that are possible now; none when the execution is over. */
  ImmutableList<Step> enabled();

  /**
   * Takes a step.
   *
   * @param choice its index among the enabled ones
   * @throws IndexOutOfBoundsException if there is no such step
   */
  void take(int choice);

  /**
   * Takes the steps that a policy picks, until none is enabled.
   *
   * @param goesOn asked before each step, with how many were taken here; false ends it
   * @return how many were taken
   */
  default int run(SchedulingPolicy policy, IntPredicate goesOn) {
    int taken = 0;
    for (; !enabled().isEmpty() && goesOn.test(taken); taken++) {
      take(policy.pick(enabled()));
    }
    return taken;
  }

  /** The state that the execution has reached. */
  Machine machine();

  /**
   * The findings so far, in the order in which the execution reached them, each with the choices
   * that lead there; the witnesses list no steps.
   */
  ImmutableList<Finding> findings();

  /**
   * A finding that was made from the present state on, with the choices that lead there from the
   * initial state; its witness lists no steps.
   */
  Finding after(Finding found);
}
