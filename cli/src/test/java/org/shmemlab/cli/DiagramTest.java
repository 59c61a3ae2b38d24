package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Schedules drawn as text, and those of outcomes. */
class DiagramTest {
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
  void anOutcomeThatNobodyShowsHasNone() {
    Session session = Session.of("check", UNORDERED, "--profile", "nvshmem", "--witness", "1:r0=7");
    assertThat(session.out()).endsWith("Outcome 1:r0=7 under nvshmem: no execution shows it\n");
  }

  @Test
  void aWitnessIsOfOneFile() {
    Session session = Session.of("check", "../litmus/mp", "--witness", "1:r0=0");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).contains("--witness: it is told as text, of one FILE");
  }

  @Test
  void underATransportNoWitnessIsTold() {
    Session session = Session.of("check", UNORDERED, "--transport", "ibrc", "--witness", "1:r0=0");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .contains("--witness is of a check under profiles: leave out the transport");
  }

  @Test
  void aTableOfAllTransportsHasNoPage() {
    Session session = Session.of("check", UNORDERED, "--all-transports", "--report", "page.html");
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err())
        .contains("--report is of a check under profiles or one transport: leave out --all-tra");
  }
}
