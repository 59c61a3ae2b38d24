package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RobustnessTest {
  @Test
  void aProgramWithAllItsOrderIsRobust() {
    Session session = Session.of("check", "--robust", "../litmus/mp/MP+put+fence+same.litmus");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out())
        .contains("under nvshmem robust: interleavings show all there is, one outcome");
  }

  /** Store buffering by atomics: a fence does not reach both targets, a quiet does. */
  @Test
  void saysWhichOperationHasToBeComplete() {
    Session session =
        Session.of(
            "check", "--robust", "--profile", "nvshmem", "../litmus/shapes/SB+amo+fence.litmus");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out())
        .contains("not robust\n  no interleaving shows: 0:r0=0; 1:r0=0;\n")
        .containsPattern(
            "missing: .*SB\\+amo\\+fence.litmus:\\d+, .*SB\\+amo\\+fence.litmus:\\d+\n");
    assertThat(Session.of("check", "--robust", "../litmus/shapes/SB+amo+quiet.litmus").exitCode())
        .isZero();
  }

  @Test
  void saysWhichOrderAConflictMisses() {
    Session session = Session.of("check", "--robust", "../litmus/mp/MP+put+none+same.litmus");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains("nothing is promised: the put of PE 0").contains("missing:");
  }

  @Test
  void looksAtProgramsToo() {
    Session session =
        Session.of("check", "--robust", "../gallery/01_flag_overtakes_data/before.cu");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains("before.cu").contains("missing:");
  }

  @Test
  void needsEveryState() {
    Session session =
        Session.of("check", "--robust", "--engine", "random", "../litmus/shapes/SB+amo.litmus");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).startsWith("shmemlab: error: --robust needs every state");
  }
}
