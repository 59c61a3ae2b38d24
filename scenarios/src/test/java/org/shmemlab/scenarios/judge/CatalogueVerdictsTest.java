package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/** The whole catalogue and the whole gallery, judged: every file is as it says itself. */
@Tag("catalogue")
class CatalogueVerdictsTest {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(300_000, () -> false);

  @Test
  void everyTestIsAsItExpects() throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (SourceFile file : files("litmus", "litmus")) {
      LitmusProgram program = Objects.requireNonNull(Litmus.compile(file).program(), file.path());
      LitmusJudgement judgement =
          LitmusJudgement.of(program, LitmusJudgement.profiles(program.test()), LIMITS);
      if (!judgement.asExpected()) {
        different.add(program.test().name());
      }
    }
    assertThat(different).isEmpty();
  }

  @Test
  void everyBugOfTheGalleryIsFoundAndNoRepairedOne() throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (SourceFile file : files("gallery", "cu|c")) {
      Program program = Objects.requireNonNull(CudaC.compile(file).program(), file.path());
      HeaderComment header = HeaderComment.of(file);
      Announcement announcement = Announcement.of(file);
      assertThat(announcement.expected()).as(file.path()).isPresent();
      assertThat(announcement.mistakes()).as(file.path()).isEmpty();
      ProgramJudgement judgement =
          ProgramJudgement.of(
              file,
              program,
              Job.ofPes(header.pes().orElseThrow()),
              ProgramJudgement.profiles(program),
              LIMITS);
      if (!judgement.asExpected()) {
        different.add(Path.of("..", "gallery").relativize(Path.of(file.path())).toString());
      }
    }
    assertThat(different).isEmpty();
  }

  private static List<SourceFile> files(String folder, String endings) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(Path.of("..", folder))) {
      paths =
          found.filter(path -> path.toString().matches(".*\\.(" + endings + ")")).sorted().toList();
    }
    assertThat(paths).isNotEmpty();
    List<SourceFile> files = new java.util.ArrayList<>();
    for (Path path : paths) {
      files.add(SourceFile.read(path));
    }
    return Draws.of(Programs.ofFolders(files));
  }
}
