package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Probe;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;

/**
 * What would mend the conflicts of one exploration.
 *
 * @param results what came of the search for each conflict, by {@link Finding#place}; empty where
 *     nobody asked
 */
public record Mending(ImmutableMap<Object, RepairSearch.Result> results) {
  /** Nothing was looked for. */
  public static final Mending NOT_ASKED = new Mending(ImmutableMap.of());

  /** What came of the search for this finding's repair. */
  public Optional<RepairSearch.Result> of(Finding finding) {
    RepairSearch.@Nullable Result result = results.get(finding.place());
    return Optional.ofNullable(result);
  }

  /**
   * Looks for repairs under the rules, the job and the limits of an exploration.
   *
   * @param findings those to mend
   * @param open which lines a change may be on
   */
  static Mending of(
      Program program,
      Job job,
      Profile profile,
      Exploration exploration,
      List<Finding> findings,
      Limits limits,
      Predicate<SourceLine> open) {
    if (limits.engine() == Engine.RANDOM) {
      return NOT_ASKED; // only who sees all orders can say that the conflict is gone
    }
    long states =
        limits.engine() == Engine.STATES ? limits.effort().budget() : Engine.STATES.defaultBudget();
    RepairSearch search =
        new RepairSearch(
            program,
            job.pes(),
            open,
            new RepairSearch.Trial() {
              @Override
              public Probe probe(Program repaired, Predicate<Finding> tooMuch) {
                return limits.probe(repaired, job, profile, tooMuch);
              }

              @Override
              public Exploration explore(
                  Program repaired, Predicate<Finding> tooMuch, long budget) {
                return limits.verify(repaired, job, profile, tooMuch, budget);
              }
            },
            states);
    ImmutableMap.Builder<Object, RepairSearch.Result> results = ImmutableMap.builder();
    for (Finding finding : findings) {
      if (finding instanceof Finding.Undefined conflict) {
        results.put(finding.place(), search.mend(conflict, exploration));
      }
    }
    return new Mending(results.buildOrThrow());
  }
}
