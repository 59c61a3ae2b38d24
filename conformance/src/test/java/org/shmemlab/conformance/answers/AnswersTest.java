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
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.programs.Spelling;
import org.shmemlab.conformance.programs.WholeProgram;
import org.shmemlab.conformance.programs.WholePrograms;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * What every engine answers to the catalogue, to the gallery and to some whole programs, word for
 * word: also how much it looks at on the way, which schedule it shows, and what each agent waits
 * for. Whoever changes an answer on purpose writes the files anew, with {@code
 * -Dshmemlab.answers=write}, and reads the difference.
 */
class AnswersTest {
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "org", "shmemlab", "conformance", "answers");
  private static final boolean WRITE = "write".equals(System.getProperty("shmemlab.answers"));
  private static final int STATES = 1_000;
  private static final int EXECUTIONS = 100; // each a path through many states
  private static final int SCHEDULES = 3;
  private static final int WHOLE_PROGRAMS = 24;

  /** A program to be asked about: compiled once, however often this is run. */
  private record Subject(String name, SourceFile file, Program program, Job job, Profile profile) {}

  private static final class Gallery {
    static final ImmutableList<Subject> SUBJECTS = gallery();
  }

  private static final class Drawn {
    static final ImmutableList<Subject> SUBJECTS = drawn();
  }

  @Test
  void toTheCatalogue() throws IOException {
    Map<String, String> answers = new TreeMap<>();
    for (SourceFile file : files("litmus", "litmus")) {
      LitmusProgram program = Objects.requireNonNull(Litmus.compile(file).program(), file.path());
      for (Profile profile : LitmusJudgement.profiles(program.test())) {
        StringBuilder line = new StringBuilder();
        for (Limits limits : engines()) {
          LitmusJudgement judgement =
              LitmusJudgement.of(program, ImmutableList.of(profile), limits);
          line.append(Told.size(limits, judgement.answers().get(0).exploration()));
        }
        answers.put(program.test().name() + " " + profile.name(), line.toString());
      }
      Transport transport = Transport.of("nvlink", Settings.DEFAULT);
      Limits limits = limits(Engine.STATES, STATES);
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

  private static List<String> answers(List<Subject> subjects) {
    List<String> lines = new ArrayList<>();
    for (Subject subject : subjects) {
      for (Limits limits : engines()) {
        Exploration exploration =
            ProgramJudgement.of(
                    subject.file(),
                    subject.program(),
                    subject.job(),
                    ImmutableList.of(subject.profile()),
                    limits)
                .answers()
                .get(0)
                .exploration();
        lines.add(subject.name() + ":" + Told.size(limits, exploration));
        lines.addAll(Told.all(exploration));
      }
    }
    return lines;
  }

  private static ImmutableList<Limits> engines() {
    return ImmutableList.of(
        limits(Engine.STATES, STATES),
        limits(Engine.DPOR, EXECUTIONS),
        limits(Engine.RANDOM, SCHEDULES));
  }

  private static Limits limits(Engine engine, int budget) {
    return new Limits(engine, new SearchOptions(budget, 1, () -> false));
  }

  private static ImmutableList<Subject> gallery() {
    return files("gallery", "cu|c").stream()
        .map(file ->
            new Subject(
                Path.of("..", "gallery").relativize(Path.of(file.path())).toString(),
                file,
                compiled(file),
                Job.ofPes(HeaderComment.of(file).pes().orElseThrow()),
                ProgramJudgement.profiles(file).get(0)))
        .collect(ImmutableList.toImmutableList());
  }

  private static ImmutableList<Subject> drawn() {
    ImmutableList.Builder<Subject> subjects = ImmutableList.builder();
    for (int seed = 1; seed <= WHOLE_PROGRAMS; seed++) {
      WholeProgram program = WholePrograms.draw(new SeededChoices(seed));
      SourceFile file = program.file(Spelling.LIBRARY);
      subjects.add(
          new Subject(
              "program " + seed,
              file,
              compiled(file),
              Job.ofPes(program.pes()),
              program.profile()));
    }
    return subjects.build();
  }

  private static Program compiled(SourceFile file) {
    return Objects.requireNonNull(CudaC.compile(file).program(), file.path());
  }

  private static void compare(String name, List<String> lines) throws IOException {
    Path file = FOLDER.resolve(name);
    String text = String.join("\n", lines).replaceAll("(?m)\\s+$", "") + "\n";
    if (WRITE) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
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
