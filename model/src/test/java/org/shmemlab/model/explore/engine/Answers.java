package org.shmemlab.model.explore.engine;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Collects the answers of engines about random programs. */
public final class Answers {
  private Answers() {}

  /** An engine's answer under a profile. */
  public static Exploration of(Engine engine, Machine machine, Profile profile, long budget) {
    return engine.explore(
        machine,
        Optional.of(new Conflicts(new Specification(profile))),
        DrawnProgram::printed,
        new SearchOptions(budget, 1, () -> false));
  }

  /**
   * The part of the answers on which two engines have to agree. After a conflict an execution has
   * no meaning, so only that there is one can be compared.
   */
  public static Set<String> seen(Exploration exploration) {
    if (exploration.undefined()) {
      return Set.of("undefined");
    }
    Set<String> seen = new TreeSet<>(exploration.outcomes().keySet());
    exploration.findings().stream().map(Finding::identity).map(Object::toString).forEach(seen::add);
    return seen;
  }
}
