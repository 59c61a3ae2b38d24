package org.shmemlab.model.explore.stateless;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.Race;
import org.shmemlab.model.explore.execution.SearchResults;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.explore.states.TerminationSearch;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/** Collects the findings of executions, each with a schedule along the steps that led to it. */
final class TracedFindings {
  private final Machine start;
  private final Conflicts conflicts;
  private final SearchResults results;
  private final TerminationSearch termination;

  TracedFindings(SearchSpace space, BooleanSupplier stop) {
    this.start = space.start();
    this.conflicts = space.conflicts().orElseThrow();
    this.results = new SearchResults(space);
    this.termination = new TerminationSearch(stop);
  }

  /** The results so far. */
  SearchResults results() {
    return results;
  }

  /** The search for an end of executions that came back to a state. */
  TerminationSearch termination() {
    return termination;
  }

  /** No step of the machine is enabled. */
  void end(Machine machine, List<ExecutionStep> steps) {
    results.end(machine, finding -> along(finding, steps));
  }

  /** The library may hold back all steps of the machine. */
  void mayEnd(Machine machine, List<ExecutionStep> steps) {
    results.mayEnd(machine, finding -> along(finding, steps));
  }

  /** An agent has failed. */
  void failed(ProgramFailure failure, List<ExecutionStep> steps) {
    results.find(new Finding.Failure(failure, Witness.NONE), finding -> along(finding, steps));
  }

  private Finding along(Finding finding, List<ExecutionStep> steps) {
    return finding.with(Walk.to(finding, steps, start, conflicts, false).witness());
  }

  /** Nothing orders two accesses. */
  void undefined(Race race, List<ExecutionStep> steps) {
    results.find(
        new Finding.DataRace(race.conflict(), Witness.NONE),
        finding -> finding.with(Walk.to(race, steps, start, conflicts).witness()));
  }

  /**
   * An execution came back to a state, from which there may be no end. A poll that never ends may
   * access memory that another agent is about to: the race is the finding then.
   */
  void repeats(Machine machine, List<ExecutionStep> steps) {
    termination
        .livelock(machine)
        .ifPresent(livelock -> results.find(livelock, finding -> around(finding, steps)));
  }

  private Finding around(Finding livelock, List<ExecutionStep> steps) {
    Walk walk = Walk.along(steps, start, conflicts);
    if (walk.findings().isEmpty()) { // a walk may have come less far, or farther
      termination
          .livelock(walk.machine())
          .ifPresent(loop -> walk.takeWhilePossible(loop.witness().choices()));
    }
    Finding found = walk.findings().isEmpty() ? livelock : walk.findings().getFirst();
    return found.with(walk.witness());
  }
}
