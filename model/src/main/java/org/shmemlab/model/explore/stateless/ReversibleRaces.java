package org.shmemlab.model.explore.stateless;

import com.google.common.base.Suppliers;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.shmemlab.model.explore.clock.Actor;
import org.shmemlab.model.explore.clock.Clock;
import org.shmemlab.model.explore.clock.CommutingUpdates;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.clock.RaceDetector;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/**
 * Finds the races of an execution whose other order may be possible: of an agent that tests a word,
 * the earlier updates that it could have gone on without ("Optimal DPOR", section 3, "reversible").
 */
final class ReversibleRaces {
  private final HappensBefore happensBefore;
  private final Steps steps;
  private final Map<Actor, Tested> tested = new HashMap<>();

  /** A wait whose races were computed, and how many accesses to its object there were then. */
  private record Tested(Access blocked, int accesses) {}

  ReversibleRaces(HappensBefore happensBefore, Steps steps) {
    this.happensBefore = happensBefore;
    this.steps = steps;
  }

  /**
   * The races of an agent's step that are not reversible: computed while the step, which is already
   * reported to happens-before, is not taken yet.
   *
   * @param known every step that happened-before it, without the step
   */
  ImmutableIntArray fixed(int index, Step step, List<Access> touched, Clock known) {
    if (!(step instanceof Step.OfAgent of)) {
      return ImmutableIntArray.of();
    }
    IntPredicate reversible = reversible(of.agent(), touched, known);
    return ImmutableIntArray.copyOf(
        happensBefore.immediatePredecessors(index).stream().filter(race -> !reversible.test(race)));
  }

  /** The races of a step that was taken, latest first. */
  List<ReversibleRace> of(int index, ImmutableIntArray fixed) {
    if (index >= happensBefore.executedSteps().size()) {
      return List.of(); // it failed before it happened
    }
    ExecutionStep step = happensBefore.executedSteps().get(index);
    return happensBefore.immediatePredecessors(index).stream()
        .filter(race -> !fixed.contains(race))
        .mapToObj(race -> new ReversibleRace(race, step.move().actor(), step.after()))
        .toList();
  }

  /** The races of waits that cannot end now: they could have, had an update come later. */
  List<ReversibleRace> ofBlockedWaits() {
    List<ReversibleRace> races = new ArrayList<>();
    for (Access wait : steps.blockedWaits()) {
      Actor actor = happensBefore.actor(wait.agent());
      Tested now = new Tested(wait, happensBefore.accesses(wait.place()));
      if (!now.equals(tested.put(actor, now))) {
        RaceDetector.Dependence met = happensBefore.waiting(wait);
        met.immediatePredecessors().stream()
            .filter(reversible(wait.agent(), List.of(wait), happensBefore.known(wait.agent())))
            .forEach(race -> races.add(new ReversibleRace(race, actor, met.all())));
      }
    }
    return races;
  }

  // A race with an update is reversible if the wait holds for some subset of the other concurrent
  // updates; updates by equal amounts are decided once. Where several are concurrent and one of
  // them replaced the value, every value is possible.
  private IntPredicate reversible(int agent, List<Access> tests, Clock known) {
    CommutingUpdates commutingUpdates = happensBefore.commutingUpdates();
    Supplier<Boolean> replaced =
        Suppliers.memoize(
            () -> tests.stream().anyMatch(test -> commutingUpdates.isReplaced(test, known)));
    Map<Long, Boolean> byAmount = new HashMap<>();
    return race ->
        commutingUpdates.of(race) == 0
            ? mayGoOnBefore(race, agent, tests, known)
            : replaced.get()
                || byAmount.computeIfAbsent(
                    commutingUpdates.of(race),
                    amount ->
                        commutingUpdates
                            .sumsWith(amount)
                            .map(sums ->
                                sums.stream().anyMatch(sum -> steps.mayGoOnWithout(agent, sum)))
                            .orElse(true));
  }

  // Before the only concurrent update, the word that an agent tests had a value that is known.
  private boolean mayGoOnBefore(int race, int agent, List<Access> tests, Clock known) {
    if (tests.size() != 1
        || !happensBefore.detector().isOnlyUpdate(race, tests.getFirst(), known)) {
      return true;
    }
    OptionalLong change =
        happensBefore.commutingUpdates().changeSince(race, tests.getFirst(), steps.machine());
    return change.isEmpty() || steps.mayGoOnWithout(agent, change.getAsLong());
  }
}
