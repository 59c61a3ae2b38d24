package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.execution.Probe;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Searches for a repair of a conflict and keeps only one that it has verified: every execution of
 * the repaired program was explored, the conflict is in none of them, and there is no new finding.
 * A few schedules come first: they show at little cost the conflicts that most candidates leave.
 *
 * <p>The finding that stops a branch of an exploration may hide another conflict. Where one call
 * repairs the conflict and only uncovers another, both are repaired together.
 */
public final class RepairSearch {
  /** Most programs that are explored for one finding. */
  private static final int MOST_TRIALS = 1_000;

  /** Most repairs of one call that a second one is looked for. */
  private static final int MOST_HALVES = 3;

  private final Program program;
  private final Trial trial;
  private final Predicate<SourceLine> open;
  private final int pes;
  private final ExternalRepairs calls;
  private final Family family;
  private final long states;

  /** Explores a program under the rules and with the job that the finding came from. */
  public interface Trial {
    /** A few orders, for little effort, up to the first finding that is too much. */
    Probe probe(Program program, Predicate<Finding> tooMuch);

    /**
     * All that can be seen, up to the first finding that is too much.
     *
     * @param tooMuch findings that end the exploration
     * @param budget most states to keep
     */
    Exploration explore(Program program, Predicate<Finding> tooMuch, long budget);
  }

  /**
   * A search.
   *
   * @param pes number of PEs of the job
   * @param calls the external calls that a repair may insert
   * @param family whose calls the program makes, and a repair inserts
   * @param open which lines a change may be on
   * @param states most states to explore for one finding, all trials together
   */
  public RepairSearch(
      Program program,
      int pes,
      ExternalRepairs calls,
      Family family,
      Predicate<SourceLine> open,
      Trial trial,
      long states) {
    this.program = program;
    this.pes = pes;
    this.calls = calls;
    this.family = family;
    this.open = open;
    this.trial = trial;
    this.states = states;
  }

  /**
   * The result of a search.
   *
   * @param repair the verified repair, if there is one
   * @param states how many states the repaired program has, none of them with the conflict
   * @param tried how many candidates were explored
   * @param all whether these were all candidates, so that no other single one exists
   */
  public record Result(Optional<Repair> repair, long states, int tried, boolean all) {}

  /**
   * Searches for a repair of one of the findings of an exploration.
   *
   * @param others repairs of other findings, which are tried first: one that repairs both is enough
   */
  public Result repair(Finding.DataRace finding, Exploration before, List<Repair> others) {
    Search search = new Search(finding, before);
    return search.firstOf(others).orElseGet(search::run);
  }

  /** The first of the repairs of other findings that repairs this one, too. */
  public Optional<Result> repairByOthers(
      Finding.DataRace finding, Exploration before, List<Repair> others) {
    return new Search(finding, before).firstOf(others);
  }

  /** One search with its used-up budget. */
  private final class Search {
    private final Finding.DataRace finding;
    private final ImmutableSet<Object> known;
    private final List<Half> halves = new ArrayList<>();
    private long left = states;
    private int tried;

    /** A repair that uncovers another conflict. */
    private record Half(Repair repair, Conflict uncovered) {}

    Search(Finding.DataRace finding, Exploration before) {
      this.finding = finding;
      this.known =
          before.findings().stream()
              .map(Finding::identity)
              .filter(place -> !place.equals(finding.identity()))
              .collect(ImmutableSet.toImmutableSet());
    }

    Result run() {
      RepairCandidates candidates = new RepairCandidates(program, pes, calls, family, open);
      Conflict conflict = finding.conflict();
      for (boolean certain : new boolean[] {true, false}) {
        Optional<Result> found =
            firstOf(candidates.ofOneSide(conflict, certain))
                .or(() -> completed(candidates))
                .or(() -> firstOf(candidates.ofAllPes(conflict, certain)))
                .or(() -> completed(candidates));
        if (found.isPresent()) {
          return found.get();
        }
      }
      return new Result(Optional.empty(), 0, tried, tried < MOST_TRIALS && left > 0);
    }

    /** Adds to each half the repair of the conflict that it uncovers. */
    private Optional<Result> completed(RepairCandidates candidates) {
      ImmutableList<Half> begun = ImmutableList.copyOf(halves);
      halves.clear();
      for (Half half : begun) {
        Optional<Result> found =
            firstOf(
                candidates.ofOneSide(half.uncovered(), true).stream()
                    .map(half.repair()::and)
                    .toList());
        halves.clear(); // two are enough
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    private Optional<Result> firstOf(List<Repair> repairs) {
      for (Repair repair : repairs) {
        if (tried == MOST_TRIALS || left <= 0) {
          break;
        }
        tried++;
        Program repaired = repair.applyTo(program);
        Predicate<Finding> tooMuch = one -> !known.contains(one.identity());
        Probe probe = trial.probe(repaired, tooMuch);
        left -= probe.steps();
        if (probe.finding().isPresent()) {
          uncovered(repair, probe.finding().get());
          continue;
        }
        Exploration after = trial.explore(repaired, tooMuch, Math.max(left, 1));
        left -= after.states();
        List<Finding> more = after.findings().stream().filter(tooMuch).toList();
        if (more.isEmpty() && after.complete() && !after.outcomes().isEmpty()) {
          return Optional.of(new Result(Optional.of(repair), after.states(), tried, false));
        }
        if (more.size() == 1) {
          uncovered(repair, more.get(0));
        }
      }
      return Optional.empty();
    }

    private void uncovered(Repair repair, Finding other) {
      if (halves.size() < MOST_HALVES
          && other instanceof Finding.DataRace race
          && !sharesAccess(race.conflict())) {
        halves.add(new Half(repair, race.conflict()));
      }
    }

    // Another conflict of an access that still conflicts is no step forward.
    private boolean sharesAccess(Conflict other) {
      return Stream.of(finding.conflict().first(), finding.conflict().second())
          .anyMatch(access -> isLike(access, other.first()) || isLike(access, other.second()));
    }

    private static boolean isLike(Access one, Access other) {
      return one.line().equals(other.line()) && one.use() == other.use();
    }
  }
}
