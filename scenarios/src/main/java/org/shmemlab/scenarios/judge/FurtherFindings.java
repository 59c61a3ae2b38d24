package org.shmemlab.scenarios.judge;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.scenarios.judge.ProgramJudgement.Answer;

/**
 * Searches past conflicts: a conflict ends the search of the executions that show it, so that
 * findings after it stay hidden. The search is repeated as if the accesses of the conflicts were in
 * none, and only where that is quickly done. Its findings may follow from a conflict, so they are
 * kept only as far as the program still has them after the repairs of the conflicts.
 */
final class FurtherFindings {
  /** So often a search goes past what the last one has found. */
  private static final int MOST_ROUNDS = 3;

  private FurtherFindings() {}

  /** The conflicts among findings. */
  static ImmutableList<Conflict> conflicts(List<Finding> findings) {
    return findings.stream()
        .filter(Finding.DataRace.class::isInstance)
        .map(finding -> ((Finding.DataRace) finding).conflict())
        .collect(toImmutableList());
  }

  /**
   * The findings past the conflicts of an exploration, without those that it has itself. None where
   * it was cut short: the same again would be.
   */
  static ImmutableList<Finding> of(
      Program program, Job job, Answer answer, ExplorationLimits limits) {
    boolean goesOnItself = limits.engine() == Engine.RANDOM;
    return goesOnItself || !answer.exploration().complete()
        ? ImmutableList.of()
        : past(answer.exploration().findings(), program, job, answer, limits);
  }

  /**
   * Those of the further findings that the program still has after all repairs together; all of
   * them where there is no repair.
   *
   * @param found the repairs, of all profiles
   */
  static ImmutableList<Finding> left(
      Program program, Job job, Answer answer, List<Repair> found, ExplorationLimits limits) {
    List<Repair> repairs = found.stream().distinct().toList();
    if (answer.further().isEmpty() || repairs.isEmpty()) {
      return answer.further();
    }
    Program repaired = repairs.stream().reduce(Repair::and).orElseThrow().applyTo(program);
    ImmutableList<Finding> first =
        limits
            .brief()
            .explore(repaired, job, answer.profile(), answer.past(), ProgramJudgement::printed)
            .findings();
    Set<FindingIdentity> left = new HashSet<>();
    Stream.concat(first.stream(), past(first, repaired, job, answer, limits).stream())
        .forEach(finding -> left.add(finding.identity()));
    return answer.further().stream()
        .filter(finding -> left.contains(finding.identity()))
        .collect(toImmutableList());
  }

  private static ImmutableList<Finding> past(
      ImmutableList<Finding> first,
      Program program,
      Job job,
      Answer answer,
      ExplorationLimits limits) {
    Set<FindingIdentity> known = new HashSet<>();
    first.forEach(finding -> known.add(finding.identity()));
    List<Finding> further = new ArrayList<>();
    List<Conflict> past = new ArrayList<>(answer.past());
    ImmutableList<Conflict> fresh = conflicts(first);
    for (int round = 0; round < MOST_ROUNDS && !fresh.isEmpty(); round++) {
      past.addAll(fresh);
      Exploration beyond =
          limits.brief().explore(program, job, answer.profile(), past, ProgramJudgement::printed);
      if (!beyond.complete()) { // a loop that a conflict ended may have no end past it
        return ImmutableList.of();
      }
      ImmutableList<Finding> found =
          beyond.findings().stream()
              .filter(finding -> known.add(finding.identity()))
              .collect(toImmutableList());
      further.addAll(found);
      fresh = conflicts(found);
    }
    return ImmutableList.copyOf(further);
  }
}
