package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.sketch.Sketch;

/** Addresses that lead to another PE. */
class PeerAddressesTest {
  private final JobState state = Insides.state(Sketch.idle(JobLayout.ofNodes(5, 2)));

  @Test
  void aPeersMemoryIsMappedOnce() {
    long x = Address.of(Space.SYMMETRIC, 0, 1);
    assertThat(PeerAddresses.map(state, 0, x + 8, 0)).isEqualTo(x + 8);
    long mapped = PeerAddresses.map(state, 0, x + 8, 3);
    assertThat(PeerAddresses.map(state, 0, x, 3)).isEqualTo(mapped - 8);
    assertThat(PeerAddresses.map(state, 0, x, 4)).isNotEqualTo(mapped - 8);
    assertThat(PeerAddresses.holder(state, 0, mapped)).isEqualTo(3);
    assertThat(PeerAddresses.holder(state, 0, x)).isZero();
    assertThat(PeerAddresses.mapping(state, 0, mapped).address()).isEqualTo(x + 8);
    refused(() -> PeerAddresses.mapping(state, 1, mapped), "outside every object");
  }
}
