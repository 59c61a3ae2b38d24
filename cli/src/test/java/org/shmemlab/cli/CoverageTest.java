package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what is said of a search that finds nothing and sees only a part of the orders. */
@Tag("compiler")
class CoverageTest {
  private static final String POLLING =
      """
      #include <nvshmem.h>
      __global__ void poll(int *flag, int *out) {
        int tries = 0;
        while (*(volatile int *)flag == 0 && tries < MOST)
          tries++;
        *out = tries;
      }
      int main() {
        nvshmem_init();
        int *flag = (int *)nvshmem_calloc(2, sizeof(int));
        poll<<<1, 1>>>(flag, flag + 1);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  private static final String ATOMICS =
      """
      #include <nvshmem.h>
      __global__ void count(int *sum) {
        for (int i = 0; i < 3; i++) atomicAdd(sum, atomicAdd(sum, 1));
      }
      int main() {
        nvshmem_init();
        int *sum = (int *)nvshmem_calloc(1, sizeof(int));
        count<<<1, 3>>>(sum);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  @TempDir Path folder;

  private Session check(String source, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("a.cu"), source);
    String[] command = {"check", file.toString(), "-n", "1", "--profile", "nvshmem"};
    String[] all = new String[command.length + options.length];
    System.arraycopy(command, 0, all, 0, command.length);
    System.arraycopy(options, 0, all, command.length, options.length);
    return Session.of(all);
  }

  @Test
  void filesThatTheTimeIsOverForAreCounted() throws IOException {
    Path first = Files.writeString(folder.resolve("a.cu"), ATOMICS);
    Path second = Files.writeString(folder.resolve("b.cu"), ATOMICS);
    Session session = Session.of("check", first.toString(), second.toString(), "--time", "1ms");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.err())
        .contains("1 of 2 files are not checked: the --time was over before them")
        .contains("a longer --time");
  }

  @Test
  void aCountedLoopThatNoAgentEndsProbablyNeverEnds() throws IOException {
    Session endless = check(POLLING, "-D", "MOST=2147483647");
    assertThat(endless.exitCode()).isEqualTo(4);
    assertThat(endless.out())
        .contains(
            "Covered: every order in which no agent polls in vain more than 5 times\n",
            "Open: a mistake that takes a longer wait\n",
            "Probably never ends: no execution that was explored has ended",
            "PE 0 thread 0 of block 0 of kernel poll in the loop at ")
        .containsPattern("a.cu:4:\\d+\n");
    assertThat(endless.err()).contains("try --failed-tests 10, or --engine random");
  }

  @Test
  void aLoopThatGivesUpLateIsNotCalledEndless() throws IOException {
    assertThat(check(POLLING, "-D", "MOST=1000", "--budget", "100").out())
        .doesNotContain("never ends");
  }

  @Test
  void eachEngineSaysHowFarItWent() throws IOException {
    assertThat(check(ATOMICS, "--engine", "states", "--budget", "20").out())
        .contains(
            "Verdict nothing found within the budget\n"
                + "Covered: every order of the first steps, as far as a budget of 20 states reaches"
                + " (engine states)\n"
                + "Open: a mistake that takes more steps\n");
    assertThat(check(ATOMICS, "--engine", "dpor", "--budget", "7").out())
        .contains("Covered: 7 executions, each of another equivalence class, ");
    Session drawn = check(ATOMICS, "--engine", "random", "--budget", "9");
    assertThat(drawn.out()).contains("Covered: 9 schedules drawn at random, each to its end\n");
    assertThat(drawn.err()).contains("try --budget 90, or --seed 1");
  }

  @Test
  void theDocumentSaysItToo() throws IOException {
    assertThat(check(ATOMICS, "--engine", "random", "--budget", "9", "--json").out())
        .containsPattern(
            "\"coverage\" *: *\\{\\s*\"covered\" *: *\"9 schedules drawn at random, each to its end\"")
        .contains("\"attempts\"", "\"endless\"");
    assertThat(check(ATOMICS.replace("i < 3", "i < 0"), "--json").out())
        .containsPattern("\"coverage\" *: *null");
  }
}
