package org.shmemlab.transports.cost.stations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Servers whose customers come one after another. */
class StationsTest {
  @Test
  void aWaitingUserIsServedAfterTheOthers() {
    Stations one = new Stations(1);
    assertThat(one.end(0, 10, 5)).isEqualTo(15);
    assertThat(one.end(0, 12, 5)).isEqualTo(20);
    assertThat(one.end(0, 30, 5)).isEqualTo(35);
    assertThat(one.busy(0, 40)).isEqualTo(15);
  }

  @Test
  void whatIsServedLaterDoesNotCountYet() {
    Stations one = new Stations(1);
    one.end(0, 10, 100);
    one.end(0, 10, 100);
    assertThat(one.busy(0, 10)).isZero();
    assertThat(one.busy(0, 60)).isEqualTo(50);
    assertThat(one.busy(0, 160)).isEqualTo(150);
    assertThat(one.busy(0, 1000)).isEqualTo(200);
    one.end(0, 500, 100);
    assertThat(one.busy(0, 450)).isEqualTo(200);
  }
}
