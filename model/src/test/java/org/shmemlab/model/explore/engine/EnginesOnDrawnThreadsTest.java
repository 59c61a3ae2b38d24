package org.shmemlab.model.explore.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.explore.engine.Answers.seen;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnThreads;
import org.shmemlab.model.spec.Profile;

/** Engines agree about programs whose PEs have several threads, of a kernel or of the host. */
@Tag("random")
class EnginesOnDrawnThreadsTest {
  private static final long BUDGET = 5_000;

  @Property(tries = 100)
  void statesAndExecutionsShowTheSame(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 2) int which,
      @ForAll DrawnThreads.Kind kind) {
    Profile profile = Profile.all().toList().get(which);
    Exploration states = explore(Engine.STATES, profile, seed, kind, BUDGET);
    Exploration random = explore(Engine.RANDOM, profile, seed, kind, 5);
    if (states.complete() && !states.undefined()) {
      assertThat(random.undefined()).isFalse();
      assertThat(seen(states)).containsAll(seen(random));
    }
    Exploration executions = explore(Engine.DPOR, profile, seed, kind, 1_000);
    if (states.complete() && executions.complete()) {
      assertThat(seen(executions)).isEqualTo(seen(states));
    }
  }

  private static Exploration explore(
      Engine engine, Profile profile, long seed, DrawnThreads.Kind kind, long budget) {
    Machine machine = new DrawnThreads(new SeededChoices(seed), kind, 2).machine(profile);
    return Answers.of(engine, machine, profile, budget);
  }
}
