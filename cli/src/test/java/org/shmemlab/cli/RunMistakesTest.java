package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in the command line of {@code run} and in its sources: one line each. */
class RunMistakesTest extends RunFixture {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          -n 0 | 1 to 1048576 PEs
          -n -3 | 1 to 1048576 PEs
          -n 1048577 | 1 to 1048576 PEs
          -n abc | 'abc' is not an int
          -n | Missing required parameter for option '--pes'
          --gpus-per-node 0 | at least 1 GPU
          --seed x | 'x' is not a long
          --env NAME | should be in KEY=VALUE format but was NAME
          --max-instructions 0 | at least 1
          --jitter 0.5 | need a --platform
          --platform nowhere | no platform 'nowhere'
          --platform hgx-h200 --runs 0 | at least 1
          --platform hgx-h200 --transport carrier-pigeon | carrier-pigeon
          -n 2 --platform hgx-h200 --transport ibgda | all 2 PEs reach each other by nvlink
          -n 2 --platform gb200-nvl72 --gpus-per-node 1 --transport ibgda | DISABLE_MNNVL=1
          -n 2 --platform hgx-h200 --gpus-per-node 1 --transport nvlink | name a network
          -n 2 --platform alps --transport pcie | has no path pcie
          --network embedded | needs a --platform
          --platform hgx-h200 --network tin-cans | use embedded or simgrid
          --frobnicate | Unknown option: '--frobnicate'
          more.cu | no such file: more.cu
          """)
  void aMistakeInTheOptionsIsOneLine(String options, String message) throws IOException {
    assertUsageError(run(printsItsRank(), options.split(" ")), message);
  }

  @Test
  void noFileIsOneLine() {
    assertUsageError(Session.of("run"), "name a FILE, or the command of a build with --like");
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    assertUsageError(run(folder.resolve("none.cu")), "no such file: " + folder.resolve("none.cu"));
  }

  @Test
  void aFolderIsOneLine() {
    assertUsageError(run(folder), "a directory");
  }

  @Test
  void anotherKindOfFileIsOneLine() throws IOException {
    assertUsageError(
        run(write("notes.txt", "notes")),
        "ends in .cu, .c, .cpp, .cc, .cxx, .ll, .bc, .ptx or .launch.yaml");
  }

  @Test
  void aFileThatIsTooLargeIsOneLine() throws IOException {
    Path file = folder.resolve("large.cu");
    Files.write(file, new byte[(4 << 20) + 1]);
    assertUsageError(run(file), "larger than 4 MiB");
  }

  @Test
  void aFileThatCannotBeReadIsOneLine() throws IOException {
    Path file = printsItsRank();
    assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file));
    assertUsageError(run(file), "not readable");
  }

  private static void assertUsageError(Session session, String message) {
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.err()).startsWith("shmemlab: error: ").contains(message);
    assertThat(session.err().lines()).hasSize(1);
  }

  @Test
  void whatIsWrongWithTheSourceIsSaidInTheStyleOfCompilers() throws IOException {
    Path file =
        write("wrong.cu", "int main() {", "  int x = y;", "  MPI_Send(0);", "  return 0;", "}");
    Session session = run(file);
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.err().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith(file + ":2:11: error: ") && line.contains("y"))
        .anyMatch(line -> line.equals(file + ":3:3: error: not supported yet: MPI_Send"));
  }

  @Test
  void aTestWithoutAPlatformIsTurnedAway() throws IOException {
    Path test =
        write(
            "one.litmus",
            "C one",
            "\"A store.\"",
            "{ long x; }",
            "P0 { x = 1; }",
            "exists (x@0 = 1)",
            "expect nvshmem: allowed");
    assertUsageError(run(test), "a test runs in simulated time: add --platform");
    assertUsageError(
        Session.of("run", test.toString(), "-n", "3", "--platform", "alps"), "this test has 1 PE");
  }
}
