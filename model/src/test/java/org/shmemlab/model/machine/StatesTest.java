package org.shmemlab.model.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.job.Fingerprint;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.sketch.DrawnThreads;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/** Tests states: forks, fingerprints and steps of programs drawn at random. */
@Tag("random")
class StatesTest {
  private static final int CALLS = 4;
  private static final int MOST_STEPS = 60;

  @Property(tries = 150)
  void aForkTakesTheSameStepsAndShowsNothingToTheOther(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine machine = started(choices);
    for (int taken = 0; taken < MOST_STEPS; taken++) {
      List<Step> possible = new Steps(machine).enabled();
      if (possible.isEmpty()) {
        return;
      }
      Step step = choices.pick(possible);
      Machine fork = machine.fork();
      long before = machine.fingerprint().value();
      assertThat(new Steps(fork).enabled()).isEqualTo(possible);
      assertThat(fork.fingerprint().value()).isEqualTo(before);
      new Steps(fork).take(step);
      assertThat(machine.fingerprint().value()).isEqualTo(before);
      new Steps(machine).take(step);
      assertThat(machine.fingerprint().value()).isEqualTo(fork.fingerprint().value());
      assertThat(DrawnProgram.printed(machine.fork())).isEqualTo(DrawnProgram.printed(fork));
    }
  }

  /** A part of a fingerprint that is kept for later is dropped when its subject changes. */
  @Property(tries = 150)
  void aFingerprintIsThatOfTheStateHoweverOftenItWasTaken(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine watched = started(choices);
    Machine unwatched = watched.fork();
    watched.fingerprint().value();
    List<Step> path = new ArrayList<>();
    for (int taken = 0; taken < MOST_STEPS; taken++) {
      List<Step> possible = new Steps(watched).enabled();
      if (possible.isEmpty()) {
        break;
      }
      Step step = choices.pick(possible);
      path.add(step);
      new Steps(watched).take(step);
      long seen = watched.fingerprint().value();
      new Steps(unwatched).take(step);
      assertThat(seen).as("%s", path).isEqualTo(afresh(unwatched).fingerprint().value());
    }
  }

  // All that a fingerprint keeps is kept with agents and PEs that have not been written to since.
  private static Machine afresh(Machine machine) {
    Machine fork = machine.fork();
    for (int pe = 0; pe < fork.job().pes(); pe++) {
      fork.jobState().writablePe(pe);
    }
    fork.liveAgents().forEach(fork.jobState()::writableAgent);
    return fork;
  }

  /** Two steps that are both possible and leave each other possible may come in both orders. */
  @Property(tries = 150)
  void theSameStateReachedOnTwoWaysHasOneFingerprint(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine machine = ofHosts(choices); // what threads of one PE print comes in an order
    for (int taken = 0; taken < MOST_STEPS; taken++) {
      List<Step> possible = new Steps(machine).enabled();
      if (possible.isEmpty()) {
        return;
      }
      for (Step one : possible) {
        for (Step other : possible) {
          if (apart(machine, one, other)) {
            assertThat(after(machine, one, other).fingerprint().value())
                .as("%s and %s", one, other)
                .isEqualTo(after(machine, other, one).fingerprint().value());
          }
        }
      }
      new Steps(machine).take(choices.pick(possible));
    }
  }

  private static Machine after(Machine machine, Step... steps) {
    Machine fork = machine.fork();
    for (Step step : steps) {
      new Steps(fork).take(step);
    }
    return fork;
  }

  // Whether neither accesses what the other does, which is the engines' test of independence.
  private static boolean apart(Machine machine, Step one, Step other) {
    if (one.equals(other)) {
      return false;
    }
    List<Access> first = new Steps(machine).touched(one);
    List<Access> second = new Steps(machine).touched(other);
    boolean independent =
        first.stream().noneMatch(a -> second.stream().anyMatch(b -> a.overlaps(b)));
    return independent
        && new Steps(after(machine, one)).enabled().contains(other)
        && new Steps(after(machine, other)).enabled().contains(one);
  }

  /**
   * States that differ in what can still happen differ in their fingerprints; nothing loops here.
   */
  @Property(tries = 150)
  void everyStepLeadsToAnotherState(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine machine = started(choices);
    List<Long> seen = new ArrayList<>(List.of(machine.fingerprint().value()));
    for (int taken = 0; taken < MOST_STEPS; taken++) {
      List<Step> possible = new Steps(machine).enabled();
      if (possible.isEmpty()) {
        break;
      }
      new Steps(machine).take(choices.pick(possible));
      seen.add(machine.fingerprint().value());
    }
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Property(tries = 150)
  void everyPossibleStepHasAnotherName(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine machine = started(choices);
    for (int taken = 0; taken < MOST_STEPS; taken++) {
      List<Step> possible = new Steps(machine).enabled();
      if (possible.isEmpty()) {
        return;
      }
      Fingerprint fingerprint = machine.fingerprint();
      assertThat(possible.stream().map(fingerprint::name).toList()).doesNotHaveDuplicates();
      new Steps(machine).take(choices.pick(possible));
    }
  }

  private static Machine started(Choices choices) {
    if (choices.yes()) {
      return ofHosts(choices);
    }
    DrawnThreads.Kind kind = choices.pick(DrawnThreads.Kind.values());
    Profile profile = choices.pick(Profile.all().toList());
    Machine machine = new DrawnThreads(choices, kind, 2).machine(profile);
    new Steps(machine).settle();
    return machine;
  }

  private static Machine ofHosts(Choices choices) {
    Profile profile = choices.pick(Profile.all().toList());
    Machine machine = new DrawnProgram(choices, CALLS, false).machine(profile);
    new Steps(machine).settle();
    return machine;
  }
}
