package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("compiler")
class NativeCommandTest {
  private static final Path ROOT = Path.of("..");

  @TempDir Path folder;

  private static boolean installed(String command) {
    return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
        .anyMatch(place -> Files.isExecutable(Path.of(place, command)));
  }

  private static String file(String path) {
    return ROOT.resolve(path).toString();
  }

  @Test
  void cpusShowWhatTheModelAllowsAndAForbiddenOutcomeOnlyWithoutItsOrder() throws Exception {
    assumeTrue(installed("oshcc"), "skipped: apt-get install openmpi-bin libopenmpi-dev");
    Session session =
        Session.of(
            "native",
            "run",
            file("litmus/buffers/DST-GETNBI.litmus"),
            file("litmus/buffers/DST-GETNBI+quiet.litmus"),
            file("litmus/mp/MP+put_nbi+fence+diff.litmus"),
            file("litmus/mp/MP+put_nbi+quiet+diff.litmus"),
            file("litmus/shapes/SB+p+load.litmus"),
            file("examples/osh_ring.c"),
            "--backend",
            "openshmem",
            "--instances",
            "200",
            "--pes",
            "2",
            "-o",
            folder.toString());
    assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
    assertThat(session.out())
        .contains("4 of 4 program runs print what the model predicts")
        .containsPattern("ok +DST-GETNBI\\+quiet forbidden: .*; tested by DST-GETNBI")
        .containsPattern("undefined +MP\\+put_nbi\\+fence\\+diff undefined")
        .contains(", 0 outside");

    Path kept = folder.resolve("kept");
    String results = folder.resolve("results/litmus-tcp.jsonl").toString();
    assertThat(Session.of("native", "import", results, "-o", kept.toString()).exitCode()).isZero();
    try (Stream<Path> files = Files.list(kept)) {
      assertThat(files.map(Path::toString).toList())
          .singleElement()
          .matches(name -> Session.of("native", "compare", name).exitCode() == 0);
    }
  }

  @Test
  void whatIsLeftOutIsSaid() {
    Session session =
        Session.of(
            "native",
            "emit",
            file("examples/ring_shift.cu"),
            file("litmus/signals/SIG-OWN.litmus"),
            "--backend",
            "openshmem",
            "-o",
            folder.toString());
    assertThat(session.exitCode()).isZero();
    assertThat(session.out().lines().toList())
        .isEqualTo(
            List.of(
                "left out " + file("examples/ring_shift.cu") + ": CUDA needs the nvshmem backend",
                "left out "
                    + file("litmus/signals/SIG-OWN.litmus")
                    + ": OpenSHMEM 1.4 has no counterpart of nvshmem_long_put_signal_nbi",
                "wrote " + folder + " for openshmem: 0 litmus tests, 0 programs, 2 left out"));
  }

  @Test
  void mistakesAreOneLineEach() {
    for (List<String> wrong :
        List.of(
            List.of("native"),
            List.of("native", "emit", "-o", folder.toString()),
            List.of("native", "emit", "--backend", "mpi", "--suite", "measure", "-o", "x"),
            List.of("native", "run"),
            List.of("native", "compare", folder.resolve("none").toString()))) {
      Session session = Session.of(wrong.toArray(String[]::new));
      assertThat(session.exitCode()).as(wrong.toString()).isEqualTo(2);
      assertThat(session.err().lines()).as(wrong.toString()).hasSize(1);
    }
  }
}
