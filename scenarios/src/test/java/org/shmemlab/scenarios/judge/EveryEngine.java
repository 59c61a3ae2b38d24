package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/** The findings of a program under every engine: the engines have to agree on their kinds. */
final class EveryEngine {
  private static final int SCHEDULES = 100;

  private EveryEngine() {}

  /** The kinds of findings of a CUDA program under the strict profile. */
  static ImmutableSet<FindingKind> kinds(int pes, String text) {
    return kinds(Profile.NVSHMEM, pes, cuda(text));
  }

  /** The kinds of findings of a program under a profile. */
  static ImmutableSet<FindingKind> kinds(Profile profile, int pes, SourceFile file) {
    Program program = Checked.compiled(file);
    ImmutableSet<FindingKind> states = of(Engine.STATES, profile, pes, file, program);
    assertThat(of(Engine.DPOR, profile, pes, file, program))
        .as("DPOR of%n%s", file.text())
        .isEqualTo(states);
    ImmutableSet<FindingKind> random = of(Engine.RANDOM, profile, pes, file, program);
    // some of the schedules may miss a kind that all of them find
    assertThat(Draws.areWhole() ? random : Sets.union(random, states))
        .as("RANDOM of%n%s", file.text())
        .isEqualTo(states);
    return states;
  }

  /** The texts of the failures that the engine of all states finds in a CUDA program. */
  static ImmutableList<String> failures(int pes, String text) {
    SourceFile file = cuda(text);
    return explore(Engine.STATES, Profile.NVSHMEM, pes, file, Checked.compiled(file))
        .findings()
        .stream()
        .filter(Finding.Failure.class::isInstance)
        .map(finding -> ((Finding.Failure) finding).failure().text())
        .collect(ImmutableList.toImmutableList());
  }

  private static SourceFile cuda(String text) {
    return new SourceFile("threads.cu", text);
  }

  private static ImmutableSet<FindingKind> of(
      Engine engine, Profile profile, int pes, SourceFile file, Program program) {
    return explore(engine, profile, pes, file, program).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Exploration explore(
      Engine engine, Profile profile, int pes, SourceFile file, Program program) {
    Exploration exploration =
        Checked.explore(engine, profile, pes, file, program, Draws.of(SCHEDULES));
    assertThat(exploration.complete()).isEqualTo(engine != Engine.RANDOM);
    return exploration;
  }
}
