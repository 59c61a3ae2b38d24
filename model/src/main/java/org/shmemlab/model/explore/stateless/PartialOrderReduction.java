package org.shmemlab.model.explore.stateless;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.Transition;
import org.shmemlab.model.step.Access;

/**
 * Decides which executions a stateless search explores: how a state is made, what is explored next
 * in it, and what a reversible race asks for. {@link StatelessSearch} runs the executions and
 * computes the races.
 *
 * @param <S> what the reduction keeps of a state
 */
interface PartialOrderReduction<S extends PartialOrderReduction.State> {
  /** A state of the present execution, and the step that is taken there. */
  abstract class State {
    /** The fingerprint of the machine. */
    final long fingerprint;

    /** The enabled steps that access more than plain memory, in the machine's order. */
    final Map<Transition, ImmutableList<Access>> enabled;

    private Transition taken;

    State(long fingerprint, Map<Transition, ImmutableList<Access>> enabled, Transition first) {
      this.fingerprint = fingerprint;
      this.enabled = enabled;
      this.taken = first;
    }

    /** The step of the present execution. */
    final Transition taken() {
      return taken;
    }

    /** The subtree below the present step was explored; goes to the next step, if there is one. */
    final boolean advance() {
      Optional<Transition> next = next();
      next.ifPresent(step -> taken = step);
      return next.isPresent();
    }

    /** The step to take after the subtree below the present one was explored. */
    abstract Optional<Transition> next();

    /** All enabled steps have to be explored. */
    abstract void exploreAll();

    /** The execution closed a cycle below the present step; any enabled step may leave it. */
    abstract void cutAtCycle();
  }

  /**
   * Makes the state that an execution has reached.
   *
   * @param enabled its enabled steps that access more than plain memory, in the machine's order,
   *     each with its accesses; at least one
   * @param before the state before it; null for the first
   * @return empty where it is sleep-set blocked: the executions from there were explored already
   */
  Optional<S> state(
      long fingerprint, Map<Transition, ImmutableList<Access>> enabled, @Nullable S before);

  /**
   * The other order of two dependent steps of the present execution may be possible.
   *
   * @param states those of the execution, by the depth of their steps
   * @param steps all steps of the execution
   */
  void reverse(ReversibleRace race, List<S> states, List<ExecutionStep> steps);
}
