package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.states.Explorer;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.FinalValues;
import org.shmemlab.scenarios.judge.Interleavings;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Schedules and space-time diagrams of a program, made when they are asked for.
 *
 * @param observe makes the text of the outcome of a final state
 * @param most states to visit in one search, whatever it asks for
 * @param stop whether to give a search up
 */
public record Diagrams(
    SourceFile source,
    Program program,
    Job job,
    Supplier<Function<Machine, String>> observe,
    long most,
    BooleanSupplier stop) {
  /** The diagrams of a litmus test, whose outcomes are the values that it asks for. */
  public static Diagrams of(LitmusProgram litmus, long most, BooleanSupplier stop) {
    return new Diagrams(
        litmus.test().source(),
        litmus.program(),
        Job.ofPes(litmus.test().pes()),
        () -> new FinalValues(litmus)::observe,
        most,
        stop);
  }

  /** The diagrams of a program, whose outcomes are the PEs' outputs. */
  public static Diagrams of(
      SourceFile source, Program program, Job job, long most, BooleanSupplier stop) {
    return new Diagrams(source, program, job, () -> ProgramJudgement::printed, most, stop);
  }

  /** The diagram of the schedule that leads to a finding; empty if it is too large to be drawn. */
  public Optional<SpaceTime> of(Finding finding, Semantics semantics) {
    return new SpaceTimes(source, program, job, semantics).of(finding);
  }

  /**
   * The diagram of a schedule, which leads to nothing wrong; empty if it is too large to be drawn.
   */
  public Optional<SpaceTime> of(ImmutableIntArray choices, Semantics semantics) {
    return new SpaceTimes(source, program, job, semantics).of(choices, Optional.empty());
  }

  /**
   * Looks for schedules that show outcomes.
   *
   * @param states most states to visit
   * @return a shortest schedule of each that was seen within them
   */
  public ImmutableMap<String, Witness> schedules(
      Set<String> outcomes, Semantics semantics, long states) {
    return outcomes.isEmpty()
        ? ImmutableMap.of()
        : new Explorer(
                new SearchSpace(
                    semantics.start(program, job), semantics.conflicts(), observe.get()),
                new SearchOptions(Math.min(states, most), 0, stop))
            .schedules(outcomes);
  }

  /**
   * The outcomes of interleavings: executions in which every operation is complete before its agent
   * goes on.
   *
   * @param states most states to visit
   * @return empty where these are too few to see every interleaving
   */
  public Optional<ImmutableSet<String>> interleaved(long states) {
    Exploration seen =
        Interleavings.explore(
            program, job, observe.get(), new ExplorationLimits(Math.min(states, most), stop));
    return seen.complete()
        ? Optional.of(ImmutableSet.copyOf(seen.outcomes().keySet()))
        : Optional.empty();
  }
}
