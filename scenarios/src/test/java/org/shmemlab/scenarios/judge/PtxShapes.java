package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** Compiles a program of litmus shapes once, and explores the shape that its argument names. */
final class PtxShapes {
  private final SourceFile source;
  private final Program program;

  PtxShapes(String resource) {
    try {
      String text = Resources.toString(Resources.getResource(resource), StandardCharsets.UTF_8);
      this.source = new SourceFile(resource, text);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    this.program = Objects.requireNonNull(CudaC.compile(source).program(), resource);
  }

  /** The kinds of findings of a shape, all of whose executions are explored. */
  Set<FindingKind> findings(Engine engine, Profile profile, int pes, String shape) {
    return findings(engine, profile, pes, ImmutableList.of(shape));
  }

  /** The kinds of findings with these arguments. */
  Set<FindingKind> findings(Engine engine, Profile profile, int pes, List<String> arguments) {
    return kinds(exploration(engine, profile, pes, arguments));
  }

  /** The kinds of findings of an exploration. */
  static Set<FindingKind> kinds(Exploration exploration) {
    return exploration.findings().stream().map(Finding::kind).collect(Collectors.toSet());
  }

  /** All executions with these arguments. */
  Exploration exploration(Engine engine, Profile profile, int pes, List<String> arguments) {
    Job job = new Job(pes, pes, ImmutableList.copyOf(arguments), ImmutableMap.of(), Job.Gpu.H200);
    Exploration exploration =
        ProgramJudgement.of(
                source,
                program,
                job,
                ImmutableList.of(profile),
                new ExplorationLimits(engine, new SearchOptions(100_000, 0, () -> false)))
            .answers()
            .get(0)
            .exploration();
    assertThat(exploration.complete()).isTrue();
    return exploration;
  }
}
