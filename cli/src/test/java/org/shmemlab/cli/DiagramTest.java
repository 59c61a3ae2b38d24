package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Rectangle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Schedules drawn as text, and those of outcomes. */
class DiagramTest {
  // Words of an event in a picture: whether they end there, x, y, and what they are.
  private static final Pattern EVENT =
      Pattern.compile(
          "<text class='event( end)?' data-step='\\d+' x='(\\d+)' y='(\\d+)'>([^<]*)</text>");

  /** Pixels of a character of 11 px. */
  private static final int CHARACTER = 6;

  /** Two PEs write the same word, and nothing that happens before can be in another order. */
  static final String BOTH_WRITE =
      """
      #include <nvshmem.h>
      int main(void) {
        nvshmem_init();
        int *x = (int *)nvshmem_calloc(1, sizeof(int));
        if (nvshmem_my_pe() == 0)
          nvshmem_int_p(x, 1, 1);
        else
          *x = 2;
        nvshmem_finalize();
        return 0;
      }
      """;

  @TempDir private Path folder;

  private static final String CONFLICT = "../gallery/01_flag_overtakes_data/before.cu";
  private static final String UNORDERED = "../litmus/mp/MP+amo+none+same.litmus";

  @Test
  void anOperationIsAnArrowAndAMissingOrderIsNamed() {
    Session session = Session.of("check", CONFLICT, "--diagram", "--no-repair");
    assertThat(session.out())
        .contains(
            """
            1    o 17 *outbox = 42;                                     |
                 * 1: 18 int_put_nbi → PE 1                             |
                 * 2: 19 uint64_atomic_set → PE 1                       |
            2    |--------------------- 2 updated --------------------->|
                 |<------------------ 2 acknowledged -------------------|
            3    |                                                      o 21 uint64_wait_until(flag, NVSHMEM_CMP_EQ, 1);
                 |                                                      |
                 ! 1 in flight: 18 int_put_nbi(inbox, outbox, 1, 1);    |
                 |                                                      ! 22 printf("PE 1: token %d\\n", *inbox);
                 missing order: nothing puts one of these two before the other
            """
                .indent(4));
  }

  @Test
  void whatEveryOrderComesToIsDrawnWithoutASchedule() throws IOException {
    String file = Files.writeString(folder.resolve("both.cu"), BOTH_WRITE).toString();
    Session session = Session.of("check", file, "-n", "2", "--diagram", "--no-repair");
    assertThat(session.out())
        .contains(
            "  In every order it comes to this:\n",
            "! 1 in flight: 6 int_p(x, 1, 1);",
            "missing order: nothing puts one of these two before the other",
            " --schedule ''\n");
    Session again = Session.of("check", file, "-n", "2", "--profile", "nvshmem", "--schedule", "");
    assertThat(again.out()).contains("Schedule of 0 steps", "both.cu:8:8: error: conflict: ");
  }

  @Test
  void withoutATerminalSchedulesAreTables() {
    assertThat(Session.of("check", CONFLICT, "--no-repair").out())
        .contains("network")
        .doesNotContain("acknowledged");
  }

  @Test
  void anOutcomeHasAShortestSchedule() {
    Session session = Session.of("check", UNORDERED, "--profile", "nvshmem", "--witness", "1:r0=0");
    assertThat(session.exitCode()).isZero();
    String told = session.out().substring(session.out().indexOf("Outcome 1:r0=0;"));
    assertThat(told).contains("under nvshmem, by a shortest schedule:", "Replay: shmemlab check");
    String schedule = told.replaceAll("(?s).*--schedule ([\\d,]+).*", "$1");
    Session again = Session.of("check", UNORDERED, "--profile", "nvshmem", "--schedule", schedule);
    assertThat(again.out()).contains("Every PE has ended, and nothing was wrong");
  }

  @Test
  void anOutcomeThatNoExecutionShowsHasNone() {
    Session session = Session.of("check", UNORDERED, "--profile", "nvshmem", "--witness", "1:r0=7");
    assertThat(session.out()).endsWith("Outcome 1:r0=7 under nvshmem: no execution shows it\n");
  }

  @Test
  void aWitnessIsOfOneFile() {
    Session session = Session.of("check", "../litmus/mp", "--witness", "1:r0=0");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).contains("--witness: it is printed as text, of one FILE");
  }

  @Test
  void underATransportNoWitnessIsReported() {
    Session session = Session.of("check", UNORDERED, "--transport", "ibrc", "--witness", "1:r0=0");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .contains("--witness is of a check under profiles: leave out the transport");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void wordsOfEventsCoverNoOthers(Path test) throws IOException {
    Path picture = folder.resolve("picture.svg");
    Session.of("check", test.toString(), "--no-repair", "--export", picture.toString());
    List<Rectangle> boxes =
        EVENT
            .matcher(Files.readString(picture))
            .results()
            .map(text -> {
              int width = text.group(4).length() * CHARACTER;
              int x = Integer.parseInt(text.group(2)) - (text.group(1) == null ? 0 : width);
              return new Rectangle(x, Integer.parseInt(text.group(3)) - 8, width, 9);
            })
            .toList();
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(boxes.get(i).intersects(boxes.get(j)))
            .as(boxes.get(i) + " and " + boxes.get(j))
            .isFalse();
      }
    }
  }

  static List<Path> shapes() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "litmus", "shapes"))) {
      return files.sorted().toList();
    }
  }
}
