package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * The outcomes of the sequentially consistent executions of a litmus test: those in which every
 * operation is complete before its agent's next step. Nothing is undefined there: races have
 * outcomes, too.
 *
 * @param outcomes the final values that the test asks for
 */
public record Interleavings(Exploration exploration, ImmutableList<Outcome> outcomes) {
  /** Explores a test. In which profile does not matter: no operation is ever in flight. */
  public static Interleavings of(LitmusProgram program, ExplorationLimits limits) {
    FinalValues values = new FinalValues(program);
    Exploration exploration =
        explore(program.program(), Job.ofPes(program.test().pes()), values::observe, limits);
    return new Interleavings(exploration, values.outcomes(exploration));
  }

  /**
   * Explores a program.
   *
   * @param observe the outcome of a final state
   */
  public static Exploration explore(
      Program program, Job job, Function<Machine, String> observe, ExplorationLimits limits) {
    return limits.explore(
        program,
        job,
        new CompleteAt(new Specification(Profile.NVSHMEM), _ -> true),
        Optional.empty(),
        observe);
  }
}
