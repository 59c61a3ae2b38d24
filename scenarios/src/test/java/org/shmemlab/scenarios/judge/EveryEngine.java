package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** What every engine says of a program: they have to agree on its kinds of findings. */
final class EveryEngine {
  private static final long SCHEDULES = 300;

  private EveryEngine() {}

  /** The kinds of findings of a CUDA program under the strict profile. */
  static ImmutableSet<Kind> kinds(int pes, String text) {
    ImmutableSet<Kind> states = of(Engine.STATES, pes, text);
    for (Engine other : List.of(Engine.DPOR, Engine.RANDOM)) {
      assertThat(of(other, pes, text)).as("%s of%n%s", other, text).isEqualTo(states);
    }
    return states;
  }

  /** The texts of the failures that the engine of all states finds. */
  static ImmutableList<String> failures(int pes, String text) {
    return explore(Engine.STATES, pes, text).findings().stream()
        .filter(Finding.Failure.class::isInstance)
        .map(finding -> ((Finding.Failure) finding).failure().text())
        .collect(ImmutableList.toImmutableList());
  }

  private static ImmutableSet<Kind> of(Engine engine, int pes, String text) {
    return explore(engine, pes, text).findings().stream()
        .map(Kind::of)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Exploration explore(Engine engine, int pes, String text) {
    SourceFile file = new SourceFile("threads.cu", text);
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    SearchOptions options =
        new SearchOptions(engine == Engine.RANDOM ? SCHEDULES : 300_000, 0, () -> false);
    Exploration exploration =
        ProgramJudgement.of(
                file,
                program,
                Job.ofPes(pes),
                ImmutableList.of(Profile.NVSHMEM),
                new Limits(engine, options))
            .answers()
            .get(0)
            .exploration();
    assertThat(exploration.complete()).isEqualTo(engine != Engine.RANDOM);
    return exploration;
  }
}
