package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.step.Step;

/**
 * One execution, step by step from the start, until it has no meaning any more or nobody can step.
 * Where an agent fails, the others go on.
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

  /** The state that the execution has reached. */
  Machine machine();

  /**
   * What is wrong so far, in the order in which the execution came to it, each with the choices
   * that lead there; the witnesses tell no steps.
   */
  ImmutableList<Finding> findings();

  /**
   * A finding that was made from the present state on, with the choices that lead there from the
   * start; its witness tells no steps.
   */
  Finding after(Finding found);
}
