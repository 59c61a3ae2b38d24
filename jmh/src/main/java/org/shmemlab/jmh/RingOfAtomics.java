package org.shmemlab.jmh;

import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.judge.FirstState;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Builds a program of PEs in a ring: each updates words of the next one and fetches those of the
 * one after it, all without any order. Every value is defined and every order possible, so it has
 * as many states as programs of its size can have.
 */
final class RingOfAtomics {
  private final Program program;
  private final int pes;

  /**
   * Compiles the ring.
   *
   * @param updates how many words each PE updates, and fetches
   */
  RingOfAtomics(int pes, int updates) {
    StringBuilder text = new StringBuilder("C RING\n\"Everything is possible.\"\n{");
    for (int word = 0; word < updates; word++) {
      text.append(" long w").append(word).append(';');
    }
    text.append(" }\n");
    for (int pe = 0; pe < pes; pe++) {
      text.append('P').append(pe).append(" {\n");
      for (int word = 0; word < updates; word++) {
        text.append("nvshmem_long_atomic_set(&w%d, 1, %d);\n".formatted(word, (pe + 1) % pes));
      }
      for (int word = 0; word < updates; word++) {
        text.append(
            "long r%d = nvshmem_long_atomic_fetch(&w%d, %d);\n"
                .formatted(word, word, (pe + 2) % pes));
      }
      text.append("}\n");
    }
    text.append("exists (0:r0 = 1)\nexpect nvshmem: allowed\n");
    Litmus.Compiled compiled = Litmus.compile(new SourceFile("ring.litmus", text.toString()));
    if (compiled.program() == null) {
      throw new IllegalStateException(compiled.diagnostics().toString());
    }
    this.program = compiled.program().program();
    this.pes = pes;
  }

  /**
   * Explores it from the start, within a budget.
   *
   * @param profile its name
   */
  Exploration explore(Engine engine, String profile, long budget) {
    Profile rules =
        Profile.all().filter(known -> known.name().equals(profile)).findFirst().orElseThrow();
    return engine.explore(
        FirstState.of(program, Job.ofPes(pes), rules),
        Optional.of(new Conflicts(new Specification(rules))),
        _ -> "",
        new SearchOptions(budget, 0, () -> false));
  }
}
