package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A program that does those of many statements that its arguments name.
 *
 * @param statements each the body of a case
 */
record StatementsProgram(SourceFile file, ImmutableList<String> statements, Program program) {
  /** The lines of a file between which each line is a statement. */
  private static final Pattern LIST =
      Pattern.compile("^ *// one of\n(.*?)^ *// end\n", Pattern.MULTILINE | Pattern.DOTALL);

  private static final long SCHEDULES = 50;

  /** Instructions after which a run is taken to have no end; programs have some thousands. */
  private static final long INSTRUCTIONS = 30_000;

  /** Instructions in one go: fewer than a statement has. */
  private static final int SHORT_TURN = 12;

  private static final Witness NOWHERE =
      new Witness(ImmutableIntArray.of(), ImmutableList.of(), false);

  /** Compiles a file of the folder {@code statements}, in which a list of them stands. */
  static StatementsProgram read(String name) {
    try {
      String text =
          Resources.toString(
              Resources.getResource(StatementsProgram.class, "statements/" + name),
              StandardCharsets.UTF_8);
      Matcher list = LIST.matcher(text);
      assertThat(list.find()).as("%s has a list of statements", name).isTrue();
      return of(
          name, list.replaceFirst("CASES"), list.group(1).lines().map(String::strip).toList());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

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
    return new StatementsProgram(
        file, ImmutableList.copyOf(statements), Objects.requireNonNull(compiled.program()));
  }

  /** All that comes out of it on one PE. */
  Exploration explore(Engine engine, Profile profile, int... arguments) {
    return explore(1, engine, profile, arguments);
  }

  private static Job job(int pes, int... arguments) {
    ImmutableList<String> texts =
        Arrays.stream(arguments).mapToObj(String::valueOf).collect(ImmutableList.toImmutableList());
    return new Job(pes, pes, texts, ImmutableMap.of(), Job.ofPes(pes).gpu());
  }

  /**
   * The outcome of one run, in the form of {@link Meaning#seen()}, under a random schedule of many
   * instructions a turn, in which no exploration has a part; empty where the run takes too long.
   */
  Optional<String> run(int pes, Profile profile, long seed, int... arguments) {
    OutputRecorder printed = new OutputRecorder(INSTRUCTIONS);
    Machine machine = FirstState.of(program, job(pes, arguments), profile);
    return switch (new Runner(machine, new SeededRandom(seed, SHORT_TURN), printed).run()) {
      case RunResult.Finished _ -> Optional.of(ProgramJudgement.printed(printed.pieces()));
      case RunResult.Failed(ProgramFailure failure) ->
          Optional.of(new Finding.Failure(failure, NOWHERE).kind().word());
      case RunResult.Deadlock _ -> Optional.of(FindingKind.DEADLOCK.word());
      case RunResult.Stopped _ -> Optional.empty();
    };
  }

  /** All outcomes, or those that some random schedules show. */
  Exploration explore(int pes, Engine engine, Profile profile, int... arguments) {
    Job job = job(pes, arguments);
    long budget = engine == Engine.RANDOM ? SCHEDULES : 100_000;
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(budget, 0, () -> false));
    return ProgramJudgement.of(file, program, job, ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }
}
