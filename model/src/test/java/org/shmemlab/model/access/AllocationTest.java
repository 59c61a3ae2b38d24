package org.shmemlab.model.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.sketch.Sketch;

/** Tests that objects come to life and end, and that buffers are registered and taken back. */
class AllocationTest {
  private final Machine machine = Sketch.idle(JobLayout.ofNodes(5, 2));
  private final JobState state = Insides.state(machine);
  private final JobMemory memory = Insides.layers(machine).memory;

  @Test
  void anObjectLivesUntilItIsReleasedAsWhatItIs() {
    long x = Allocation.allocate(state, 0, "x", Residence.HOST, 8);
    long before = machine.changes();
    assertThat(memory.look(0, ScalarType.I64, x)).isZero();
    refused(
        () -> Allocation.release(state, 0, x, Residence.DEVICE),
        "'x' is host memory, not device memory");
    refused(() -> Allocation.release(state, 0, 1, Residence.HOST), "was not allocated there");
    Allocation.release(state, 0, x, Residence.HOST);
    assertThat(machine.changes()).isGreaterThan(before);
    assertThatThrownBy(() -> memory.look(0, ScalarType.I64, x)).isInstanceOf(Fault.class);
    refused(
        () -> Allocation.allocate(state, 0, "x", Residence.HOST, (1L << 33) + 1),
        "at most 8589934592");
    refused(() -> Allocation.allocate(state, 0, "x", Residence.HOST, -1), "an object of -1 bytes");
  }

  @Test
  void aBufferIsRegisteredUntilItIsNot() {
    Allocation.register(state, 0, 64, 8);
    assertThat(Allocation.unregister(Insides.state(machine.fork()), 0, 64)).isTrue();
    assertThat(Allocation.unregister(state, 1, 64)).isFalse();
    assertThat(Allocation.unregister(state, 0, 64)).isTrue();
    assertThat(Allocation.unregister(state, 0, 64)).isFalse();
    Allocation.register(state, 0, 64, 8);
    Allocation.unregisterAll(state, 0);
    assertThat(Allocation.unregister(state, 0, 64)).isFalse();
  }
}
