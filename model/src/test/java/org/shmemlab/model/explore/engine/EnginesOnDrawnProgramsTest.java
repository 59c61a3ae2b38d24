package org.shmemlab.model.explore.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.explore.engine.Answers.seen;

import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.Workers;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Two engines that see every order see the same, and a third nothing else. */
@Tag("random")
@net.jqwik.api.Tag("random")
class EnginesOnDrawnProgramsTest {
  private static final long BUDGET = 20_000;

  @Property(tries = 60)
  void statesAndExecutionsShowTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int which) {
    Profile profile = Profile.all().toList().get(which);
    Exploration states = explore(Engine.STATES, profile, seed, BUDGET);
    Exploration executions = explore(Engine.DPOR, profile, seed, BUDGET);
    assertThat(states.complete()).isTrue();
    assertThat(executions.complete()).isTrue();
    assertThat(seen(executions)).isEqualTo(seen(states));
    assertThat(seen(explore(Engine.AUTO, profile, seed, BUDGET))).isEqualTo(seen(states));
    Exploration random = explore(Engine.RANDOM, profile, seed, 10);
    assertThat(random.complete()).isFalse();
    if (states.undefined()) {
      return;
    }
    assertThat(random.undefined()).isFalse();
    assertThat(seen(states)).containsAll(seen(random));
  }

  /** A replay of a schedule leads to its finding, or to a conflict. */
  @Property(tries = 25)
  void everyScheduleLeadsToItsFinding(@ForAll long seed) {
    Profile profile = Profile.NVSHMEM;
    for (Engine engine : Engine.values()) {
      Machine machine = new DrawnProgram(new SeededChoices(seed), 2, true).machine(profile);
      long budget = engine == Engine.RANDOM ? 10 : BUDGET;
      for (Finding finding : Answers.of(engine, machine, profile, budget).findings()) {
        Walk walk = new Walk(machine, Optional.of(conflicts(profile)));
        finding.witness().choices().forEach(walk::take);
        if (!(finding instanceof Finding.Livelock)) { // which is reported by the next line
          assertThat(walk.findings())
              .anyMatch(found ->
                  found instanceof Finding.DataRace || found.identity().equals(finding.identity()));
        }
      }
    }
  }

  /** Here PE 0 polls for ever, and on the way there PE 1 has put twice to one word. */
  @Test
  void aLivelockAfterAConflictIsTheConflict() {
    Profile profile = Profile.OPENSHMEM;
    Machine machine = new DrawnProgram(new SeededChoices(213_430), 3, true).machine(profile);
    assertThat(Answers.of(Engine.RANDOM, machine, profile, 10).findings())
        .isNotEmpty()
        .allMatch(Finding.DataRace.class::isInstance);
  }

  /** The search may end at once, and schedules show something all the same. */
  @Test
  void whereASearchGivesWaySchedulesAreRun() {
    Profile profile = Profile.NVSHMEM;
    for (long seed = 0; seed < 10; seed++) {
      Exploration states = explore(Engine.STATES, profile, seed, BUDGET);
      Exploration late = explore(Engine.AUTO, profile, seed, new Given(true, false));
      assertThat(late.bound())
          .isEqualTo(new Exploration.Bound.Beyond(new Exploration.Bound.Stopped(), SCHEDULES, 0));
      assertThat(late.outcomes().values().stream().mapToLong(times -> times).sum())
          .isLessThanOrEqualTo(SCHEDULES);
      if (states.undefined()) {
        continue;
      }
      assertThat(late.undefined()).isFalse();
      assertThat(seen(states)).containsAll(seen(late)).isNotEmpty();
      assertThat(seen(late)).isNotEmpty();
      assertThat(explore(Engine.AUTO, profile, seed, new Given(false, false))).isEqualTo(states);
      Exploration over = explore(Engine.AUTO, profile, seed, new Given(true, true));
      assertThat(over.bound()).isEqualTo(new Exploration.Bound.Stopped());
    }
  }

  private static final long SCHEDULES = 7;

  /** A pace that never changes. */
  private record Given(boolean givesWay, boolean isOver) implements TimeLimit {
    @Override
    public TimeLimit begun() {
      return this;
    }
  }

  private static Exploration explore(
      Engine engine, Profile profile, long seed, TimeLimit timeLimit) {
    Machine machine = new DrawnProgram(new SeededChoices(seed), 3, false).machine(profile);
    return engine.explore(
        machine,
        Optional.of(conflicts(profile)),
        DrawnProgram::printed,
        new SearchOptions(
            BUDGET,
            1,
            () -> false,
            SearchOptions.FAILED_TESTS,
            Workers.ALONE,
            SCHEDULES,
            timeLimit));
  }

  private static Conflicts conflicts(Profile profile) {
    return new Conflicts(new Specification(profile));
  }

  private static Exploration explore(Engine engine, Profile profile, long seed, long budget) {
    Machine machine = new DrawnProgram(new SeededChoices(seed), 3, false).machine(profile);
    return Answers.of(engine, machine, profile, budget);
  }
}
