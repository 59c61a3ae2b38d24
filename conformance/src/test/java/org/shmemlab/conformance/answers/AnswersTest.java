package org.shmemlab.conformance.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.programs.Language;
import org.shmemlab.conformance.programs.ProgramsInOne;
import org.shmemlab.conformance.programs.Spelling;
import org.shmemlab.conformance.programs.WholeProgram;
import org.shmemlab.conformance.programs.WholePrograms;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Compares the answers of every engine to the catalogue, to the gallery and to some whole programs,
 * word for word: also how much it explores, which schedule it shows, and the condition that each
 * agent waits for. After a change on purpose, {@code -Dshmemlab.answers=write} writes the files
 * anew; the difference is to be read.
 */
@Tag("catalogue")
class AnswersTest {
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "org", "shmemlab", "conformance", "answers");
  private static final boolean WRITE = "write".equals(System.getProperty("shmemlab.answers"));
  private static final int STATES = 1_000;
  private static final int EXECUTIONS = 100; // each a path through many states
  private static final int SCHEDULES = 3;
  private static final int WHOLE_PROGRAMS = 24;
  private static final int MANY_WHOLE_PROGRAMS = 200;
  private static final int SOME = 20; // at least, of a share
  private static final int PART = 5; // of many, each engine looks at so much less

  /** A program to be asked about: compiled once, however often this is run. */
  private record Subject(String name, SourceFile file, Program program, Job job, Profile profile) {}

  private static final class Gallery {
    static final ImmutableList<Subject> SUBJECTS = gallery();
  }

  private static final class Drawn {
    static final ImmutableList<Subject> SUBJECTS = drawn();
  }

  private static final class Many {
    static final ImmutableList<Subject> SUBJECTS = many();
  }

  @Test
  void toTheCatalogue() throws IOException {
    Map<String, String> answers = new TreeMap<>();
    for (SourceFile file : Draws.of(files("litmus", "litmus"), SOME)) {
      LitmusProgram program = Objects.requireNonNull(Litmus.compile(file).program(), file.path());
      for (Profile profile : LitmusJudgement.profiles(program.test())) {
        StringBuilder line = new StringBuilder();
        for (ExplorationLimits limits : engines(1)) {
          LitmusJudgement judgement =
              LitmusJudgement.of(program, ImmutableList.of(profile), limits);
          line.append(Told.size(limits, judgement.answers().get(0).exploration()));
        }
        answers.put(program.test().name() + " " + profile.name(), line.toString());
      }
      Transport transport = Transport.of("nvlink", Settings.DEFAULT);
      ExplorationLimits limits = limits(Engine.STATES, STATES);
      Exploration shown = TransportAnswer.of(program, transport, 8, limits).exploration();
      answers.put(program.test().name() + " over nvlink", Told.size(limits, shown));
    }
    List<String> lines = new ArrayList<>();
    answers.forEach((name, line) -> lines.add(name + ":" + line));
    compare("catalogue.txt", lines);
  }

  @Test
  void toTheGallery() throws IOException {
    compare("gallery.txt", answers(Gallery.SUBJECTS));
  }

  @Test
  void toWholePrograms() throws IOException {
    compare("whole-programs.txt", answers(Drawn.SUBJECTS));
  }

  /** Of many, only how much is looked at, how often each outcome is seen, and what is wrong. */
  @Test
  void toManyWholePrograms() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Subject subject : Many.SUBJECTS) {
      StringBuilder line = new StringBuilder(subject.name() + ":");
      engines(PART).forEach(limits -> line.append(Told.size(limits, explored(subject, limits))));
      if (subject.file().path().endsWith(Language.CUDA.suffix())) {
        Transport transport = Transport.of("nvlink", Settings.DEFAULT);
        ExplorationLimits limits = limits(Engine.STATES, STATES / PART);
        Exploration shown =
            TransportAnswer.of(subject.program(), subject.job(), transport, 8, limits)
                .exploration();
        line.append(" over nvlink").append(Told.size(limits, shown));
      }
      lines.add(line.toString());
    }
    compare("many-whole-programs.txt", lines);
  }

  private static Exploration explored(Subject subject, ExplorationLimits limits) {
    return ProgramJudgement.of(
            subject.file(),
            subject.program(),
            subject.job(),
            ImmutableList.of(subject.profile()),
            limits)
        .answers()
        .get(0)
        .exploration();
  }

  private static List<String> answers(List<Subject> subjects) {
    List<String> lines = new ArrayList<>();
    for (Subject subject : subjects) {
      for (ExplorationLimits limits : engines(1)) {
        Exploration exploration = explored(subject, limits);
        lines.add(subject.name() + ":" + Told.size(limits, exploration));
        lines.addAll(Told.all(exploration));
      }
    }
    return lines;
  }

  private static ImmutableList<ExplorationLimits> engines(int part) {
    return ImmutableList.of(
        limits(Engine.STATES, STATES / part),
        limits(Engine.DPOR, EXECUTIONS / part),
        limits(Engine.RANDOM, Math.max(1, SCHEDULES / part)));
  }

  private static ExplorationLimits limits(Engine engine, int budget) {
    return new ExplorationLimits(engine, new SearchOptions(budget, 1, () -> false));
  }

  private static ImmutableList<Subject> gallery() {
    return Draws.of(files("gallery", "cu|c")).stream()
        .map(file ->
            new Subject(
                Path.of("..", "gallery").relativize(Path.of(file.path())).toString(),
                file,
                compiled(file),
                Job.ofPes(HeaderComment.of(file).pes().orElseThrow()),
                ProgramJudgement.profiles(compiled(file)).get(0)))
        .collect(ImmutableList.toImmutableList());
  }

  private static ImmutableList<Subject> drawn() {
    return LongStream.rangeClosed(1, Draws.of(WHOLE_PROGRAMS))
        .mapToObj(seed -> {
          WholeProgram program = drawn(seed);
          return subject(seed, program, compiled(program.file(Spelling.LIBRARY)));
        })
        .collect(ImmutableList.toImmutableList());
  }

  private static ImmutableList<Subject> many() {
    ImmutableList.Builder<Subject> subjects = ImmutableList.builder();
    for (Language language : Language.values()) {
      ImmutableList<Long> seeds =
          LongStream.rangeClosed(
                  WHOLE_PROGRAMS + 1, WHOLE_PROGRAMS + Draws.of(MANY_WHOLE_PROGRAMS, SOME))
              .boxed()
              .filter(seed -> drawn(seed).language() == language)
              .collect(ImmutableList.toImmutableList());
      ImmutableList<WholeProgram> programs =
          seeds.stream().map(AnswersTest::drawn).collect(ImmutableList.toImmutableList());
      ImmutableList<Program> compiled = new ProgramsInOne(language, programs).compiled();
      for (int i = 0; i < programs.size(); i++) {
        subjects.add(subject(seeds.get(i), programs.get(i), compiled.get(i)));
      }
    }
    return subjects.build();
  }

  private static WholeProgram drawn(long seed) {
    return WholePrograms.draw(new SeededChoices(seed));
  }

  private static Subject subject(long seed, WholeProgram program, Program compiled) {
    return new Subject(
        "program " + seed,
        program.file(Spelling.LIBRARY),
        compiled,
        Job.ofPes(program.pes()),
        program.profile());
  }

  private static Program compiled(SourceFile file) {
    return Objects.requireNonNull(CudaC.compile(file).program(), file.path());
  }

  private static void compare(String name, List<String> lines) throws IOException {
    Path file = FOLDER.resolve(name);
    String text = String.join("\n", lines).replaceAll("(?m)\\s+$", "") + "\n";
    if (WRITE) {
      assertThat(Draws.areWhole()).as("-Pall writes all answers").isTrue();
      Files.writeString(file, text);
    }
    if (Draws.areWhole()) {
      assertThat(text).isEqualTo(Files.readString(file));
    } else {
      assertThat(Files.readString(file).lines()).containsSubsequence(text.lines().toList());
    }
  }

  private static List<SourceFile> files(String folder, String endings) {
    try (var found = Files.walk(Path.of("..", folder))) {
      List<SourceFile> files = new ArrayList<>();
      for (Path path :
          found
              .filter(path -> path.toString().matches(".*\\.(" + endings + ")"))
              .sorted()
              .toList()) {
        files.add(SourceFile.read(path));
      }
      return Programs.ofFolders(files);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
