package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The whole catalogue and the whole gallery, judged. What is known to differ from what the files
 * expect is listed here with its reason, so that a regression shows and an improvement, too.
 */
class CatalogueVerdictsTest {
  private static final String COLLECTIVES =
      "a data collective happens at once at its last arrival: it has no windows yet";
  private static final String SIGNAL_FETCH = "signal_fetch always synchronises so far";

  private static final ImmutableMap<String, String> DIFFERENT_TESTS =
      ImmutableMap.of(
          "COLL-SRC+peer", COLLECTIVES,
          "REDUCE+PUT", COLLECTIVES,
          "SYNC+store", "sync does not yet make direct stores visible",
          "SIG-FETCH", SIGNAL_FETCH,
          "SIG-FETCH+spin", SIGNAL_FETCH,
          "FENCE-HOST-DEV", "a fence on the GPU covers what the CPU issued before the launch",
          "QUIET-THREAD", "issuing is no step of its own: a quiet of the PE never comes before it");

  private static final ImmutableMap<String, String> DIFFERENT_PROGRAMS =
      ImmutableMap.of(
          "34_split_beside_barrier/before.cu", "arrivals at a meeting are in one order only",
          "37_source_not_registered/before.cu", "which sources a path can use, a transport says");

  private static final Limits LIMITS = new Limits(300_000, () -> false);

  @Test
  void everyTestIsAsExpectedButForTheKnownOnes() throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (SourceFile file : files("litmus", "litmus")) {
      LitmusProgram program = Objects.requireNonNull(Litmus.compile(file).program(), file.path());
      LitmusJudgement judgement =
          LitmusJudgement.of(program, LitmusJudgement.profiles(program.test()), LIMITS);
      if (!judgement.asExpected()) {
        different.add(program.test().name());
      }
    }
    assertThat(different).containsExactlyInAnyOrderElementsOf(DIFFERENT_TESTS.keySet());
  }

  @Test
  void everyBugOfTheGalleryIsFoundButForTheKnownOnes() throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (SourceFile file : files("gallery", "cu|c")) {
      Program program = Objects.requireNonNull(CudaC.compile(file).program(), file.path());
      HeaderComment header = HeaderComment.of(file);
      assertThat(header.expected()).as(file.path()).isPresent();
      ProgramJudgement judgement =
          ProgramJudgement.of(
              file, program, header.pes().orElseThrow(), ProgramJudgement.profiles(file), LIMITS);
      if (!judgement.asExpected()) {
        different.add(Path.of("..", "gallery").relativize(Path.of(file.path())).toString());
      }
    }
    assertThat(different).containsExactlyInAnyOrderElementsOf(DIFFERENT_PROGRAMS.keySet());
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
    return files;
  }
}
