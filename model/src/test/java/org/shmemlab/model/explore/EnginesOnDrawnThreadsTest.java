package org.shmemlab.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.machine.DrawnProgram;
import org.shmemlab.model.machine.DrawnThreads;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Engines agree about programs whose PEs have several threads, of a kernel or of the host. */
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
    return engine.explore(
        machine,
        Optional.of(new Conflicts(new Specification(profile))),
        DrawnProgram::printed,
        new Effort(budget, 1, () -> false));
  }

  // After a conflict an execution has no meaning, so only that there is one can be compared.
  private static Set<String> seen(Exploration exploration) {
    if (exploration.undefined()) {
      return Set.of("undefined");
    }
    Set<String> seen = new TreeSet<>(exploration.outcomes().keySet());
    exploration.findings().stream().map(Finding::place).map(Object::toString).forEach(seen::add);
    return seen;
  }
}
