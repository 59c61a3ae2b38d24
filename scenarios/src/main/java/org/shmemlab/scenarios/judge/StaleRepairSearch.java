package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.repair.StaleRepairs;

/**
 * The repairs by which no cache answers loads with old values. Each repair is verified: every order
 * of the repaired program was seen, no cache answers the load so in any of them, nothing is wrong
 * that was not wrong before, and no outcome is new.
 *
 * @param results for each such load, by {@link Finding#identity}: one result for each kind of
 *     repair that there may be; empty where no search was asked for
 */
public record StaleRepairSearch(ImmutableMap<Object, ImmutableList<RepairSearch.Result>> results) {
  /** Nothing was looked for. */
  static final StaleRepairSearch NOT_ASKED = new StaleRepairSearch(ImmutableMap.of());

  /** The results of the searches for this finding's repairs. */
  public ImmutableList<RepairSearch.Result> of(Finding finding) {
    return results.getOrDefault(finding.identity(), ImmutableList.of());
  }

  /**
   * Looks for repairs.
   *
   * @param findings the findings of the exploration
   * @param outcomes those that a repaired program may have; empty: any
   * @param limits those of the exploration
   * @param explore explores a repaired program
   * @param open which lines a change may be on
   */
  static StaleRepairSearch of(
      Program program,
      List<Finding> findings,
      Optional<Set<String>> outcomes,
      ExplorationLimits limits,
      Function<Program, Exploration> explore,
      Predicate<SourceLine> open) {
    if (limits.engine() == Engine.RANDOM) {
      return NOT_ASKED; // only an exhaustive search can say that none is left
    }
    StaleRepairs repairs = new StaleRepairs(program, open);
    ImmutableMap.Builder<Object, ImmutableList<RepairSearch.Result>> results =
        ImmutableMap.builder();
    for (Finding finding : findings) {
      if (finding instanceof Finding.Stale stale) {
        Predicate<Exploration> repaired =
            after ->
                after.complete()
                    && !after.outcomes().isEmpty()
                    && outcomes
                        .map(before -> before.containsAll(after.outcomes().keySet()))
                        .orElse(true)
                    && after.findings().stream().allMatch(left -> isOther(left, finding, findings));
        results.put(
            finding.identity(),
            repairs.of(stale.load()).stream()
                .filter(kind -> !kind.isEmpty())
                .map(kind ->
                    firstOf(kind, repair -> explore.apply(repair.applyTo(program)), repaired))
                .collect(ImmutableList.toImmutableList()));
      }
    }
    return new StaleRepairSearch(results.buildOrThrow());
  }

  private static boolean isOther(Finding left, Finding repaired, List<Finding> before) {
    return !left.identity().equals(repaired.identity())
        && before.stream().anyMatch(known -> known.identity().equals(left.identity()));
  }

  private static RepairSearch.Result firstOf(
      List<Repair> kind, Function<Repair, Exploration> explore, Predicate<Exploration> repaired) {
    int tried = 0;
    for (Repair repair : kind) {
      tried++;
      Exploration after = explore.apply(repair);
      if (repaired.test(after)) {
        return new RepairSearch.Result(Optional.of(repair), after.states(), tried, false);
      }
    }
    return new RepairSearch.Result(Optional.empty(), 0, tried, true);
  }
}
