package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PerftestCommandTest {
  @Test
  void aTestPrintsOneRowForEachSize() {
    Session session =
        Session.of(
            "perftest",
            "put_latency",
            "--platform",
            "hgx-h200",
            "--transport",
            "ibgda",
            "-b",
            "8",
            "-e",
            "64",
            "-s",
            "thread");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("#put_latency", "latency(us)");
    assertThat(session.out().lines().filter(line -> line.matches("\\d+ .*"))).hasSize(4);
  }

  @Test
  void aCollectiveTakesManyPes() {
    Session session =
        Session.of("perftest", "barrier", "--platform", "hgx-h200", "--pes", "8", "-n", "3");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("8 PEs");
  }

  @Test
  void aMistakeIsOneLine() {
    for (String[] command :
        new String[][] {
          {"perftest", "put-bw"},
          {"perftest", "no-such", "--platform", "hgx-h200"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-b", "x"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-s", "galaxy"},
          {"perftest", "barrier", "--platform", "hgx-h200", "--pes", "1"}
        }) {
      Session session = Session.of(command);
      assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
      assertThat(session.err().lines()).hasSize(1);
    }
  }
}
