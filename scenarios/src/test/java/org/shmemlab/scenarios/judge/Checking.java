package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.shmemlab.model.explore.Effort;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks small programs under one engine. */
final class Checking {
  private final Engine engine;
  private final Profile profile;
  private final int executions;

  Checking(Engine engine, Profile profile) {
    this(engine, profile, 200);
  }

  /**
   * Checks under an engine.
   *
   * @param executions how many the random engine runs
   */
  Checking(Engine engine, Profile profile, int executions) {
    this.engine = engine;
    this.profile = profile;
    this.executions = executions;
  }

  /** The kinds of findings in a program of so many PEs. */
  ImmutableSet<Kind> kinds(String name, int pes, String text) {
    return explore(name, pes, text).findings().stream()
        .map(Kind::of)
        .collect(ImmutableSet.toImmutableSet());
  }

  /** Explores a program. */
  Exploration explore(String name, int pes, String text) {
    SourceFile file = new SourceFile(name, text);
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    Limits limits =
        new Limits(
            engine, new Effort(engine == Engine.RANDOM ? executions : 300_000, 1, () -> false));
    return ProgramJudgement.of(file, program, Job.ofPes(pes), ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }
}
