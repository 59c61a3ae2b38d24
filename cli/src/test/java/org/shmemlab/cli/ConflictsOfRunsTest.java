package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.testing.Draws;

/** Checks the conflicts that a run warns of: those in the order that it shows, and no other. */
@Tag("catalogue")
class ConflictsOfRunsTest {
  private static final Path GALLERY = Path.of("..", "gallery");
  private static final Pattern PES = Pattern.compile("run: shmemlab check \\S+ -n (\\d+)");

  /** Bugs whose conflicting accesses are in order in the execution that a run shows. */
  private static final Set<String> ORDERED =
      Set.of(
          "16_reset_after_use", // the wait observes the second update, too
          "18_shared_counter", // both updates precede the first wait
          "20_stale_flag", // the wait observes the last update
          "21_slots_of_two_groups", // both updates precede the wait
          "22_local_atomic_on_signal", // both updates precede the exchange
          "26_slot_refilled_too_early"); // the first wait observes the last update

  @TempDir private Path folder;

  private static List<Path> programs(String name) throws IOException {
    try (Stream<Path> files = Files.walk(GALLERY)) {
      return files
          .filter(file -> file.getFileName().toString().matches(name + "\\.(cu|c)"))
          .sorted()
          .toList();
    }
  }

  private static boolean warns(Path program) throws IOException {
    Matcher pes = PES.matcher(Files.readString(program));
    String number = pes.find() ? pes.group(1) : "2";
    return Session.of("run", program.toString(), "-n", number)
        .err()
        .contains("warning: conflict: ");
  }

  @Test
  void repairedBugsHaveNone() throws IOException {
    List<String> alarms = new ArrayList<>();
    for (Path program : Draws.of(programs("after"))) {
      if (warns(program)) {
        alarms.add(program.toString());
      }
    }
    assertThat(alarms).isEmpty();
  }

  @Test
  void bugsHaveThatOfTheOrderThatIsShown() throws IOException {
    for (Path program : Draws.of(programs("before"))) {
      boolean expected =
          Files.readString(program).contains("// shmemlab: expect conflict")
              && ORDERED.stream().noneMatch(program.toString()::contains);
      if (expected) {
        assertThat(warns(program)).as(program.toString()).isTrue();
      }
    }
  }

  private Path program(String... kernel) throws IOException {
    String text =
        """
        #include <stdio.h>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        int main(void) {
          nvshmem_init();
          cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
          int *inbox = (int *)nvshmem_calloc(2, sizeof(int));
          int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
          %s
          nvshmem_free(outbox);
          nvshmem_free(inbox);
          nvshmem_finalize();
        }
        """
            .formatted(String.join("\n  ", kernel));
    return Files.writeString(folder.resolve("program.cu"), text);
  }

  private static final String PUT = "nvshmem_int_put(inbox, outbox, 1, 1 - nvshmem_my_pe());";
  private static final String READ = "int seen; cudaMemcpy(&seen, inbox, 4, cudaMemcpyDefault);";

  @Test
  void putWithoutBarrierIsOneWarningWithTheCommandThatExplainsIt() throws IOException {
    Path file = program(PUT, READ, "printf(\"%d\\n\", seen);");
    Session run = Session.of("run", file.toString(), "-n", "2");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .containsOnlyOnce("the load of PE")
        .contains("warning: conflict: the put of PE ")
        .contains("bytes 0 to 3 of 'inbox' of PE ")
        .contains("shmemlab: 'shmemlab check " + file + " -n 2' explains ");
    assertThat(Session.of("run", file.toString(), "-n", "2", "--no-races").err()).isEmpty();
  }

  @Test
  void strictRunsEndAtTheFirst() throws IOException {
    Path file = program(PUT, READ, "printf(\"%d\\n\", seen);");
    Session run = Session.of("run", file.toString(), "-n", "2", "--strict");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("error: conflict: the put of PE ").doesNotContain("warning");
  }

  @Test
  void barrierOrdersPutAndLoad() throws IOException {
    Path file = program(PUT, "nvshmem_barrier_all();", READ, "printf(\"%d\\n\", seen);");
    assertThat(Session.of("run", file.toString(), "-n", "2", "--strict").err()).isEmpty();
  }

  @Test
  void allowedConflictsAreNone() throws IOException {
    Path file =
        program(
            PUT, READ + " // shmemlab: allow conflict, because any value will do", "(void)seen;");
    assertThat(Session.of("run", file.toString(), "-n", "2", "--strict").err()).isEmpty();
  }

  @Test
  void longRunsSayHowFarTheyWereFollowed() throws IOException {
    Path file =
        program(
            "for (int i = 0; i < 100000; i++) nvshmem_int_p(inbox + 1, i, nvshmem_my_pe());",
            "nvshmem_barrier_all();");
    Session run = Session.of("run", file.toString(), "-n", "1");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("shmemlab: conflicts were looked for in the first ")
        .contains(" instructions alone; 'shmemlab check ");
  }
}
