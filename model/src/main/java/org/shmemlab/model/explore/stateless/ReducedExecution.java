package org.shmemlab.model.explore.stateless;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.Clock;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.clock.Transition;
import org.shmemlab.model.explore.stateless.PartialOrderReduction.State;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/**
 * Runs one execution of a stateless search: the steps that its states prescribe, and then the first
 * ones of new states. Steps that access nothing but plain memory are taken at once: every dependent
 * access without order is a data race, in both orders.
 *
 * @param <S> the states of the reduction
 */
final class ReducedExecution<S extends State> {
  private final StatelessSearch<S> search;
  private final Conflicts conflicts;
  private final List<S> states;
  private final TracedFindings findings;
  private final Machine machine;
  private final HappensBefore happensBefore;
  private final Steps steps;
  private final ReversibleRaces races;
  private final Map<Long, Integer> seen = new HashMap<>(); // depth of each state
  private long passed = 1;
  private boolean atEnd; // no step is enabled

  ReducedExecution(StatelessSearch<S> search) {
    this.search = search;
    this.conflicts = search.space.conflicts().orElseThrow();
    this.states = search.states();
    this.findings = search.findings;
    this.machine = search.space.start().fork();
    this.happensBefore = new HappensBefore(machine, conflicts);
    this.steps =
        new Steps(machine, happensBefore::isWatched)
            .telling(this::failed)
            .unless(search.options.stop());
    this.races = new ReversibleRaces(happensBefore, steps);
    for (int depth = 0; depth < states.size(); depth++) {
      seen.put(states.get(depth).fingerprint, depth);
    }
  }

  /** How many states it passed. */
  long passed() {
    return passed;
  }

  /** Runs it to its end; false if it was stopped before. */
  boolean run() {
    try {
      steps.settle();
      boolean goesOn = true;
      for (int depth = 0; goesOn; depth++) {
        boolean prescribed = depth < states.size();
        goesOn = (prescribed || !search.isTooLong()) && takePlain() && (prescribed || extend());
        if (goesOn) {
          take(depth);
        }
      }
      happensBefore.recordBlockedAccesses(steps);
      if (atEnd && happensBefore.conflict().isEmpty() && !steps.bounded()) {
        findings.end(machine, happensBefore.executedSteps());
      }
    } catch (ProgramFailure failure) {
      happensBefore.recordBlockedAccesses(steps);
      failed(failure);
    } catch (Cancelled now) {
      return false;
    }
    happensBefore
        .conflict()
        .ifPresent(race -> findings.undefined(race, happensBefore.executedSteps()));
    return true;
  }

  private void failed(ProgramFailure failure) {
    if (happensBefore.conflict().isEmpty()) {
      findings.failed(failure, happensBefore.executedSteps());
    }
  }

  // Takes all steps that access nothing but plain memory. False if the execution is over.
  private boolean takePlain() {
    long mark = 0;
    for (long round = 1; happensBefore.conflict().isEmpty(); round++) {
      if (search.options.stop().getAsBoolean()) {
        throw new Cancelled();
      }
      boolean any = false;
      for (Step step : steps.enabled()) {
        List<Access> touched = steps.touched(step);
        if (conflicts.arePlain(touched)) {
          happensBefore.stepping(-1, step, touched);
          steps.perform(step);
          passed++;
          any = true;
        }
      }
      if (!any) {
        return true;
      }
      steps.settle();
      long state = machine.fingerprint().value();
      if (state == mark) { // these only go round
        boolean over = alternatives().isEmpty();
        if (over) {
          findings.repeats(machine, happensBefore.executedSteps());
        }
        return !over;
      }
      if (Long.bitCount(round) == 1) {
        mark = state;
      }
    }
    return false;
  }

  // Adds the present state; false if the execution is over.
  private boolean extend() {
    races.ofBlockedWaits().forEach(this::reverse); // plain steps may have enabled one
    Map<Transition, ImmutableList<Access>> enabled = alternatives();
    if (enabled.isEmpty()) {
      atEnd = true;
      return false;
    }
    long fingerprint = machine.fingerprint().value();
    Integer same = seen.putIfAbsent(fingerprint, states.size());
    if (same != null) {
      leaveCycle(same);
      return false;
    }
    @Nullable S last = states.isEmpty() ? null : states.getLast();
    Optional<S> state = search.reduction.state(fingerprint, enabled, last);
    state.ifPresentOrElse(search::push, search::block);
    return state.isPresent();
  }

  // The steps that may be dependent, and the accesses of each.
  private Map<Transition, ImmutableList<Access>> alternatives() {
    Map<Transition, ImmutableList<Access>> alternatives = new LinkedHashMap<>();
    Map<Transition, ImmutableList<Access>> before =
        states.isEmpty() ? Map.of() : states.getLast().enabled;
    List<Step> enabled = steps.enabled();
    findings.results().noteBounded(steps.bounded());
    if (steps.mayEndHere(enabled)) {
      findings.mayEnd(machine, happensBefore.executedSteps());
    }
    for (Step step : enabled) {
      List<Access> touched = steps.touched(step);
      if (!conflicts.arePlain(touched)) {
        Transition move = happensBefore.name(step);
        ImmutableList<Access> same = before.get(move); // most stay as they are: one copy will do
        alternatives.put(move, touched.equals(same) ? same : ImmutableList.copyOf(touched));
      }
    }
    return alternatives;
  }

  // The search ignores nothing that leaves the cycle (the ignoring problem): no other execution
  // need
  // have a step of another agent together with the steps of this round.
  private void leaveCycle(int from) {
    findings.repeats(machine, happensBefore.executedSteps());
    for (Step next : steps.enabled()) {
      happensBefore.possible(next, steps.touched(next));
    }
    states.subList(from, states.size()).forEach(State::cutAtCycle);
  }

  private void take(int depth) {
    S state = states.get(depth);
    Step step =
        steps.enabled().stream()
            .filter(possible -> happensBefore.name(possible).equals(state.taken()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a step is gone: " + state.taken()));
    int index = happensBefore.executedSteps().size();
    List<Access> touched = steps.touched(step);
    if (touched.stream().anyMatch(access -> access.use() == Access.Use.EXIT)) {
      state.exploreAll(); // no later step could show a race
      happensBefore.recordBlockedAccesses(steps); // or an agent remains blocked at its access
    }
    Clock known = step instanceof Step.OfAgent of ? happensBefore.known(of.agent()) : Clock.START;
    happensBefore.stepping(depth, step, touched);
    boolean isNew = depth == states.size() - 1; // the races of others were computed before
    ImmutableIntArray fixed =
        isNew ? races.fixed(index, step, touched, known) : ImmutableIntArray.of();
    try {
      steps.take(step);
    } finally { // a step that fails may come first as well
      if (isNew) {
        races.of(index, fixed).forEach(this::reverse);
      }
    }
    passed++;
    if (isNew) {
      races.ofBlockedWaits().forEach(this::reverse);
    }
  }

  private void reverse(ReversibleRace race) {
    search.reduction.reverse(race, states, happensBefore.executedSteps());
  }
}
