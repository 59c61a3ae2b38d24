package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Sets;
import java.util.Optional;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Whether a program ends under a profile only as it ends where every operation is complete before
 * its agent goes on: in the interleavings of its agents, the sequentially consistent executions.
 *
 * @param outcomes how many of its outcomes some interleaving shows
 * @param weak the other outcomes, and {@link #HANGS} if only weak executions hang
 * @param conflict a conflict, after which nothing is promised; the other components are then empty
 * @param missing operations, by their lines: were they complete before their agents go on, no weak
 *     outcome would be left, and none of them can be left out
 * @param complete whether every order was seen
 */
public record Robustness(
    Profile profile,
    int outcomes,
    ImmutableSortedSet<String> weak,
    Optional<Finding.DataRace> conflict,
    ImmutableSet<SourceLine> missing,
    boolean complete) {
  /** Stands for an execution that does not end. */
  public static final String HANGS = "hangs";

  /** Whether interleavings show all there is. */
  public boolean robust() {
    return complete && !broken();
  }

  /** Whether something was found that interleavings do not show, however many orders were seen. */
  public boolean broken() {
    return conflict.isPresent() || !weak.isEmpty();
  }

  /** Explores a litmus test. */
  public static Robustness of(LitmusProgram program, Profile profile, ExplorationLimits limits) {
    return of(
        program.test().source(),
        program.program(),
        Job.ofPes(program.test().pes()),
        profile,
        limits,
        new FinalValues(program)::observe);
  }

  /** Explores a program; outcomes are the PEs' outputs. */
  public static Robustness of(
      SourceFile source, Program program, Job job, Profile profile, ExplorationLimits limits) {
    return of(source, program, job, profile, limits, ProgramJudgement::printed);
  }

  private static Robustness of(
      SourceFile source,
      Program program,
      Job job,
      Profile profile,
      ExplorationLimits limits,
      Function<Machine, String> observe) {
    Specification rules = new Specification(profile);
    Optional<Conflicts> conflicts = Optional.of(new Conflicts(rules));
    Function<OrderingRules, Exploration> explore =
        changed -> limits.explore(program, job, changed, conflicts, observe);
    Exploration found = explore.apply(rules);
    Optional<Finding.DataRace> conflict =
        found.findings().stream()
            .filter(Finding.DataRace.class::isInstance)
            .map(Finding.DataRace.class::cast)
            .map(race -> race.in(ConflictWords.of(program, profile)))
            .findFirst();
    Exploration interleaved =
        limits.explore(program, job, new CompleteAt(rules, _ -> true), Optional.empty(), observe);
    ImmutableSortedSet<String> expected = seen(interleaved);
    ImmutableSortedSet<String> weak =
        ImmutableSortedSet.copyOf(Sets.difference(seen(found), expected));
    boolean complete = found.complete() && interleaved.complete();
    int outcomes = Sets.intersection(seen(found), expected).size();
    ImmutableSet<SourceLine> missing =
        conflict.isPresent() || weak.isEmpty() || !complete
            ? ImmutableSet.of()
            : missing(operations(source, program), rules, explore, expected);
    return conflict.isPresent()
        ? new Robustness(profile, 0, ImmutableSortedSet.of(), conflict, missing, complete)
        : new Robustness(profile, outcomes, weak, conflict, missing, complete);
  }

  // Leaves one line out after the other, as long as no weak outcome comes back.
  private static ImmutableSet<SourceLine> missing(
      ImmutableSet<SourceLine> operations,
      Specification rules,
      Function<OrderingRules, Exploration> explore,
      ImmutableSet<String> expected) {
    ImmutableSet<SourceLine> needed = operations;
    for (SourceLine line : operations) {
      ImmutableSet<SourceLine> fewer =
          ImmutableSet.copyOf(Sets.difference(needed, ImmutableSet.of(line)));
      Exploration found = explore.apply(new CompleteAt(rules, fewer::contains));
      if (!found.undefined() && expected.containsAll(seen(found))) {
        needed = fewer;
      }
    }
    return needed;
  }

  private static ImmutableSet<SourceLine> operations(SourceFile source, Program program) {
    ImmutableSet.Builder<SourceLine> lines = ImmutableSet.builder();
    for (AgentCode code : program.functions()) {
      for (int i = 0; i < code.body().size(); i++) {
        SourceLine line = code.lines().get(i);
        if (isOperation(code.body().get(i)) && line.file().equals(source.path())) {
          lines.add(line);
        }
      }
    }
    return lines.build();
  }

  private static boolean isOperation(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Transfer _,
          Instruction.PutValue _,
          Instruction.GetValue _,
          Instruction.Amo _,
          Instruction.AmoFetchNbi _,
          Instruction.SignalUpdate _,
          Instruction.Store _ ->
          true;
      default -> false;
    };
  }

  private static ImmutableSortedSet<String> seen(Exploration exploration) {
    ImmutableSortedSet.Builder<String> seen = ImmutableSortedSet.naturalOrder();
    seen.addAll(exploration.outcomes().keySet());
    if (exploration.hangs()) {
      seen.add(HANGS);
    }
    return seen.build();
  }
}
