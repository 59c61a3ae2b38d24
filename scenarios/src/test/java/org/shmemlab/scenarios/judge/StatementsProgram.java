package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** A program that does those of many statements that its arguments name. */
record StatementsProgram(SourceFile file, Program program) {
  private static final long SCHEDULES = 50;

  /**
   * Compiles one.
   *
   * @param text in which CASES stands for the cases of a {@code switch}, one per statement
   */
  static StatementsProgram of(String name, String text, List<String> statements) {
    String cases =
        IntStream.range(0, statements.size())
            .mapToObj(i -> "    case %d: { %s break; }\n".formatted(i, statements.get(i)))
            .collect(Collectors.joining());
    SourceFile file = new SourceFile(name, text.replace("CASES", cases));
    CudaC.Compiled compiled = CudaC.compile(file);
    assertThat(compiled.program()).as("%s", compiled.diagnostics()).isNotNull();
    return new StatementsProgram(file, Objects.requireNonNull(compiled.program()));
  }

  /** All that comes out of it on one PE. */
  Exploration explore(Engine engine, Profile profile, int... arguments) {
    return explore(1, engine, profile, arguments);
  }

  /** All that comes out of it, or what some random schedules show. */
  Exploration explore(int pes, Engine engine, Profile profile, int... arguments) {
    ImmutableList<String> texts =
        Arrays.stream(arguments).mapToObj(String::valueOf).collect(ImmutableList.toImmutableList());
    Job job = new Job(pes, pes, texts, ImmutableMap.of(), Job.ofPes(pes).gpu());
    long budget = engine == Engine.RANDOM ? SCHEDULES : 100_000;
    Limits limits = new Limits(engine, new SearchOptions(budget, 0, () -> false));
    return ProgramJudgement.of(file, program, job, ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }
}
