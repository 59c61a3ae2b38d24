package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Probe;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.CallNames;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.runtime.CallRegistry;

/**
 * The repairs of the conflicts of one exploration.
 *
 * @param results the result of the search for each conflict, by {@link Finding#identity}; empty
 *     where no search was asked for
 */
public record ConflictRepairs(ImmutableMap<Object, RepairSearch.Result> results) {
  /** Nothing was looked for. */
  public static final ConflictRepairs NOT_ASKED = new ConflictRepairs(ImmutableMap.of());

  /** The result of the search for this finding's repair. */
  public Optional<RepairSearch.Result> of(Finding finding) {
    RepairSearch.@Nullable Result result = results.get(finding.identity());
    return Optional.ofNullable(result);
  }

  /** All repairs that were found. */
  ImmutableList<Repair> repairs() {
    return results.values().stream()
        .flatMap(result -> result.repair().stream())
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Looks for repairs under the rules, the job and the limits of an exploration.
   *
   * @param accepted conflicts that the exploration went past
   * @param findings the conflicts to repair
   * @param known repairs of other findings
   * @param open which lines a change may be on
   */
  static ConflictRepairs of(
      Program program,
      Job job,
      Profile profile,
      Exploration exploration,
      List<Conflict> accepted,
      List<Finding> findings,
      List<Repair> known,
      ExplorationLimits limits,
      Predicate<SourceLine> open) {
    if (limits.engine() == Engine.RANDOM) {
      return NOT_ASKED; // only an exhaustive search can say that the conflict is gone
    }
    RepairSearch search = search(program, job, profile, accepted, limits, open);
    ImmutableMap.Builder<Object, RepairSearch.Result> results = ImmutableMap.builder();
    Set<Repair> repairs = new LinkedHashSet<>(known);
    for (Finding finding : findings) {
      if (finding instanceof Finding.DataRace conflict) {
        RepairSearch.Result result =
            search.repair(conflict, exploration, ImmutableList.copyOf(repairs));
        result.repair().ifPresent(repairs::add);
        results.put(finding.identity(), result);
      }
    }
    return new ConflictRepairs(results.buildOrThrow());
  }

  /**
   * The same repairs, where a conflict without one gets the first repair of another finding that
   * repairs it, too: of a later one, or of one under another profile.
   *
   * @param known repairs of all findings
   */
  ConflictRepairs completedBy(
      List<Repair> known,
      Program program,
      Job job,
      Profile profile,
      Exploration exploration,
      List<Conflict> accepted,
      ExplorationLimits limits,
      Predicate<SourceLine> open) {
    RepairSearch search = search(program, job, profile, accepted, limits, open);
    ImmutableMap.Builder<Object, RepairSearch.Result> all = ImmutableMap.builder();
    all.putAll(results);
    for (Finding finding : exploration.findings()) {
      RepairSearch.@Nullable Result without = results.get(finding.identity());
      if (finding instanceof Finding.DataRace conflict
          && without != null
          && without.repair().isEmpty()) {
        search
            .repairByOthers(conflict, exploration, known)
            .ifPresent(result -> all.put(finding.identity(), result));
      }
    }
    return new ConflictRepairs(all.buildKeepingLast());
  }

  // Whose calls a repair is to be made of.
  private static Family library(Program program, Profile profile) {
    return profile.isOfNccl() ? Family.NCCL : CallNames.family(program);
  }

  private static RepairSearch search(
      Program program,
      Job job,
      Profile profile,
      List<Conflict> accepted,
      ExplorationLimits limits,
      Predicate<SourceLine> open) {
    long states =
        limits.engine() == Engine.STATES
            ? limits.options().budget()
            : 3 * Engine.STATES.defaultBudget();
    return new RepairSearch(
        program,
        job.pes(),
        CallRegistry.REPAIRS,
        library(program, profile),
        open,
        new RepairSearch.Trial() {
          @Override
          public Probe probe(Program repaired, Predicate<Finding> tooMuch) {
            return limits.probe(repaired, job, profile, accepted, tooMuch);
          }

          @Override
          public Exploration explore(Program repaired, Predicate<Finding> tooMuch, long budget) {
            return limits.verify(repaired, job, profile, accepted, tooMuch, budget);
          }
        },
        states);
  }
}
