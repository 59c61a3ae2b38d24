package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;
import tools.jackson.databind.json.JsonMapper;

class CheckCommandTest {
  private static final String UNDEFINED = "../litmus/waits/FLAG+p.litmus";
  private static final String FORBIDDEN = "../litmus/waits/LIVE-AMO.litmus";
  private static final String BUG = "../gallery/01_flag_overtakes_data/before.cu";
  private static final String LARGE = "../examples/moe_dispatch.cu";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| name a FILE or FOLDER to check",
        "no.cu | no such file or folder: no.cu",
        "pom.xml | the name of a test ends in .litmus, that of a program in .cu, .c, .cpp, .cc,"
            + " .cxx, .ll, .bc, .ptx or .launch.yaml: pom.xml",
        "x -n 0 | -n 0: a job has 1 to 1048576 PEs",
        "x --budget 0 | --budget 0: 1 to 9223372036854775807 executions",
        "x --failed-tests 0 | --failed-tests 0: at least 1",
        "x --budget 0 --engine states | --budget 0: 1 to 2147483647 states",
        "x --budget 0 --engine random | --budget 0: 1 to 9223372036854775807 schedules",
        "x --engine stats | --engine stats: unknown; did you mean 'states'?",
        "x --engine fast | --engine fast: unknown; there are auto, states, dpor, random",
        "x --profile fast | --profile fast: unknown; there are nvshmem, nvshmem-ordering-page,"
            + " openshmem-1.6, nccl-device, nccl-device-lenient",
        "x --switch pIsWaitable=1 | --switch pIsWaitable=1: the value is yes or no",
        "x --switch pIsWaitable | --switch pIsWaitable: the value is yes or no",
        "x --schedule 0,a | --schedule 0,a: numbers from 0, with commas between them",
        "x --schedule 0 | --schedule: name one FILE and a --profile or --transport",
        "x -D 2=3 | -D 2: the name of a macro is a C identifier",
        "x --replay y | --replay: the file names the program itself; --source FILE takes another",
        "x --source y | --source names the program of --replay FILE",
        "--replay no.replay | no such file: no.replay"
      })
  void aMistakeIsOneLine(String arguments, String message, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("x.cu"), "int main() { return 0; }");
    String line = arguments == null ? "check" : "check " + arguments;
    Session session = Session.of(line.replace(" x", " " + file).split(" "));
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.err())
        .isEqualToIgnoringNewLines(
            "shmemlab: error: " + message + " (try 'shmemlab check --help')\n");
  }

  /** A comment of a user changes neither what is said nor the exit code; a directive does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "// expect: got 7 | 1 | Verdict undefined",
        "// expect on nvlink: stale | 1 | Verdict undefined",
        "// shmemlab: expect conflict | 0 | Verdict undefined, as announced",
        "// shmemlab: expect deadlock | 1 | Verdict undefined, but it announces deadlock",
        "// shmemlab: expect got | 2 | x.cu:1:1: error: 'shmemlab: expect got': got is no kind of"
      })
  void onlyADirectiveAnnounces(String comment, int exitCode, String told, @TempDir Path folder)
      throws IOException {
    String bug = Files.readString(Path.of(BUG)).replaceAll("(?m)^//.*$", "");
    Path file = Files.writeString(folder.resolve("x.cu"), comment + "\n" + bug);
    Session session = Session.of("check", file.toString(), "--no-repair");
    assertThat(session.out() + session.err()).contains(told);
    assertThat(session.exitCode()).isEqualTo(exitCode);
    if (exitCode == 2) {
      assertThat(Session.of("check", file.toString(), "--transport", "nvlink").exitCode())
          .isEqualTo(2);
    }
  }

  @Test
  void aFindingThatProfilesShareIsReportedOnce() {
    String test = "../litmus/mp/MP+put+none+same.litmus";
    String told = Session.of("check", test).out();
    assertThat(told).containsOnlyOnce("error: conflict: ").containsOnlyOnce("repair: ");
    assertThat(told.lines().filter(line -> line.startsWith(test)))
        .hasSize(3)
        .endsWith(
            test + ":14: error: the same as under nvshmem",
            test + ":14: error: the same as under nvshmem");
  }

  @Test
  void allOrdersOfAThousandThreadsAreSeen(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.cu"),
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void k(long *x) {
              nvshmem_long_p(x + threadIdx.x, 1, !nvshmem_my_pe());
              nvshmemx_barrier_all_block();
            }
            int main() {
              nvshmem_init();
              long *x = (long *)nvshmem_calloc(1024, sizeof(long));
              void *arguments[] = {&x};
              nvshmemx_collective_launch((void *)k, 1, 1024, arguments, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("check", file.toString(), "-n", "2", "--profile", "nvshmem");
    assertThat(session.out()).contains("complete", "nothing found");
    assertThat(session.exitCode()).isZero();
  }

  @Test
  @Tag("whole")
  void anExecutionOfThousandsOfThreadsIsNotFollowedWithoutEnd(@TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.cu"),
            """
            #include <nvshmem.h>
            __global__ void k(int *n) { nvshmem_int_atomic_inc(n, 0); }
            int main() {
              nvshmem_init();
              int *n = (int *)nvshmem_calloc(1, 4);
              k<<<8192, 1>>>(n);
              cudaDeviceSynchronize();
            }
            """);
    Session session =
        Session.of(
            ("check " + file + " --engine dpor --profile nvshmem -n 1 --budget 1 --no-repair")
                .split(" "));
    assertThat(session.out()).containsPattern("budget of 1,\\d{3} steps of one execution hit");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.BUDGET);
  }

  @Test
  void anUnknownSwitchNamesThoseThereAre() {
    assertThat(Session.of("check", UNDEFINED, "--switch", "x=yes").err())
        .startsWith(
            "shmemlab: error: --switch x=yes: unknown; there are fenceCoversNbi, pIsWaitable, ")
        .hasLineCount(1);
  }

  @Test
  void aSwitchChangesTheAnswerAndTheNameOfTheProfile() {
    String test = "../litmus/waits/FLAG+p+fence.litmus";
    Session strict = Session.of("check", test, "--profile", "nvshmem");
    Session changed = Session.of("check", test, "--switch", "pIsWaitable=yes");
    assertThat(strict.out()).contains("Verdict undefined, as expected\n");
    assertThat(changed.out()).contains("Profile nvshmem+pIsWaitable: ", "Verdict forbidden\n");
    assertThat(Session.of("check", test, "--profile", "nvshmem+pIsWaitable").out())
        .isEqualTo(changed.out());
  }

  @Test
  void macrosComeFromTheCommandLineBeforeTheHeader(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("sized.cu"),
            """
            // check: shmemlab check sized.cu -n 3 -D SIZE=2 -D FAST
            #include <stdio.h>
            int main() { printf("%d", SIZE + FAST); return 0; }
            """);
    assertThat(Session.of("check", file.toString()).out())
        .contains(" on 3 PEs with -DSIZE=2 -DFAST=1\n");
    assertThat(Session.of("check", file.toString(), "-D", "SIZE=5", "-n", "1").out())
        .contains(" on 1 PE with -DSIZE=5 -DFAST=1\n");
    assertThat(Session.of("run", file.toString(), "-D", "SIZE=4", "-DFAST").out()).isEqualTo("5");
    assertThat(Session.of("check", file.toString(), "-D", "FAST=(", "--json").out())
        .contains("sized.cu", "rejected");
  }

  @Test
  void whatAFileExpectsIsNoError() {
    assertThat(Session.of("check", UNDEFINED).exitCode()).isZero();
    assertThat(Session.of("check", FORBIDDEN).exitCode()).isZero();
    assertThat(Session.of("check", BUG).exitCode()).isZero();
  }

  @Test
  void whatAFileDoesNotExpectIsAnError(@TempDir Path folder) throws IOException {
    String text = Files.readString(Path.of(UNDEFINED));
    Path wrong =
        Files.writeString(
            folder.resolve("FLAG+p.litmus"), text.replaceAll(": undefined", ": allowed"));
    Path bug =
        Files.writeString(
            folder.resolve("bug.cu"), Files.readString(Path.of(BUG)).replaceAll("// .*\n", ""));
    for (Path file : List.of(wrong, bug)) {
      Session session = Session.of("check", file.toString());
      assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(1);
    }
    // a profile of which the file says nothing
    assertThat(Session.of("check", UNDEFINED, "--switch", "quietDrainsPe=yes").exitCode())
        .isEqualTo(1);
  }

  @Test
  void aBudgetThatEndsFirstHasAnExitCodeAndAnAdvice() {
    Session session = Session.of("check", LARGE, "--engine", "states", "--budget", "10");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.out()).contains("budget of 10 states hit: other orders were not seen");
    assertThat(session.err()).contains("nothing found", "--engine random").hasLineCount(1);
  }

  @Test
  void loopsThatCountWhileTheyPollAreBoundedInsteadOfTheBudget(@TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("poll.litmus"),
            """
            C poll
            "A loop that counts."
            { long f; }
            P0 { nvshmem_long_atomic_set(&f, 1, 1); }
            P1 {
              long n = 0;
              while (!nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 1)) n++;
            }
            exists (1:n = -1)

            expect nvshmem: forbidden
            """);
    String[] command = {
      "check", file.toString(), "--engine", "states", "--budget", "50", "--failed-tests", "3"
    };
    Session session = Session.of(command);
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.out())
        .contains("complete up to 3 failed tests of each agent: other orders were not seen")
        .contains("Verdict unknown");
    assertThat(session.err()).contains("--failed-tests");
    String[] json = Arrays.copyOf(command, command.length + 1);
    json[command.length] = "--json";
    assertThat(Session.of(json).out())
        .contains("\"complete\" : false")
        .contains("\"bound\" : \"complete up to 3 failed tests of each agent\"");
  }

  @Test
  void randomSchedulesAreNeverAllOrders() {
    Session session = Session.of("check", LARGE, "--engine", "random", "--budget", "2");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.out()).contains("2 random schedules: other orders were not seen");
  }

  @Test
  void aSavedReplayEndsInTheSameFinding(@TempDir Path folder) throws IOException {
    for (String engine : List.of("states", "random")) {
      Path saved = folder.resolve(engine);
      String[] command = {
        "check",
        BUG,
        "--engine",
        engine,
        "--budget",
        "200",
        "--seed",
        "5",
        "--save-replays",
        saved.toString()
      };
      Session first = Session.of(command);
      assertThat(first.exitCode()).isZero();
      List<Path> files = list(saved);
      assertThat(files).hasSize(2);
      String before = Files.readString(files.get(1));
      Session again = Session.of(command);
      assertThat(again).isEqualTo(first);
      assertThat(Files.readString(files.get(1))).isEqualTo(before);
      Session replay = Session.of("check", "--replay", files.get(1).toString());
      assertThat(replay.exitCode()).isEqualTo(1);
      assertThat(replay.out()).contains("PE 1", "network", "before.cu:22:32: error: conflict: ");
    }
  }

  @Test
  void aReplayRunsWithAProgramThatHasMoved(@TempDir Path folder) throws IOException {
    Path program = Files.copy(Path.of(UNDEFINED), folder.resolve("program.litmus"));
    Path saved = Files.createDirectory(folder.resolve("saved"));
    assertThat(Session.of("check", program.toString(), "--save-replays", saved.toString()).err())
        .isEmpty();
    String replay = list(saved).get(0).toString();
    Path named = Files.move(program, folder.resolve("renamed.litmus"));
    Session byName = Session.of("check", "--replay", replay, "--source", named.toString());
    assertThat(byName.err()).isEmpty();
    assertThat(byName.exitCode()).isEqualTo(1);
    assertThat(byName.out()).contains(named + ":", ": error: conflict: ");
    Path beside = Files.move(named, saved.resolve("program.litmus"));
    Session besideIt = Session.of("check", "--replay", replay);
    assertThat(besideIt.err()).isEmpty();
    assertThat(besideIt.exitCode()).isEqualTo(1);
    assertThat(besideIt.out()).contains(beside + ":", ": error: conflict: ");
  }

  @Test
  void theReplayThatAFindingShowsCanBeRun() {
    Session check = Session.of("check", UNDEFINED);
    String command =
        check
            .out()
            .lines()
            .filter(line -> line.startsWith("  Replay: shmemlab "))
            .findFirst()
            .orElse("");
    assertThat(command).isNotEmpty();
    Session replay = Session.of(command.strip().substring("Replay: shmemlab ".length()).split(" "));
    assertThat(replay.exitCode()).isEqualTo(1);
    assertThat(replay.out()).contains(": error: conflict: ");
  }

  @Test
  void aScheduleMayEndBeforeAnythingIsWrong() {
    Session session =
        Session.of("check", UNDEFINED, "--profile", "nvshmem-ordering-page", "--schedule", "");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("Nothing is wrong until here, where ");
  }

  @Test
  void findingsAreWrittenForCodeReviewTools(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("log.sarif");
    Session session = Session.of("check", BUG, "--export", file.toString());
    assertThat(session.out()).startsWith("Program ");
    assertThat(Files.readString(file)).contains("\"version\" : \"2.1.0\"", "\"conflict\"");
  }

  @Test
  void standardOutputIsJsonAlone() {
    Session one = Session.of("check", BUG, "--json", "--timing");
    assertThat(one.out())
        .startsWith("{\n  \"schema\" : \"urn:shmemlab:check:1\",\n  \"exit_code\" : 0,")
        .endsWith("}\n");
    assertThat(one.err()).startsWith("Time " + BUG + " ");
    assertThat(
            JsonMapper.shared()
                .readTree(Session.of("check", BUG, UNDEFINED, "--json").out())
                .get("results")
                .size())
        .isEqualTo(2);
  }

  @Test
  void aSourceThatIsNotUnderstoodIsSaidByItsLine(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.cu"), "int main() {\n  return y;\n}\n");
    Session session = Session.of("check", file.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).startsWith(file + ":2:10: error: ").hasLineCount(1);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void whatIsUnknownIsNamedWithItsPlaceAndNoEffortIsAdvised(@TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("unknown.c"),
            """
            #include <pthread.h>
            #include <shmem.h>
            int main(void) {
              pthread_t self = pthread_self();
              shmem_init();
              if (shmem_my_pe() == 0) pthread_cancel(self);
              shmem_finalize();
              return 0;
            }
            """);
    Session session = Session.of("check", file.toString(), "-n", "2");
    assertThat(session.exitCode()).isEqualTo(4);
    assertThat(session.err())
        .contains(
            "nothing after this was looked at: "
                + file
                + ":6:27: reached a call that ShmemLab does not know: 'pthread_cancel'")
        .doesNotContain("--budget", "--engine");
  }
}
