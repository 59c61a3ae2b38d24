package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Step;

/** One execution, step by step from the start, until something is wrong or nobody can step. */
public sealed interface Execution permits Walk, ClockWalk {
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

  /** What is wrong, with the choices that lead there; its witness tells no steps. */
  Optional<Finding> finding();

  /**
   * A finding that was made from the present state on, with the choices that lead there from the
   * start; its witness tells no steps.
   */
  Finding after(Finding found);
}
