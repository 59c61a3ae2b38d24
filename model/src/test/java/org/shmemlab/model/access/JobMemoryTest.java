package org.shmemlab.model.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.step.Access;

/** Tests which agents may load and store where. */
class JobMemoryTest {
  private final Machine machine = Sketch.idle(JobLayout.ofNodes(5, 2));
  private final JobState state = Insides.state(machine);
  private final JobMemory memory = Insides.layers(machine).memory;

  @Test
  void readOnlyBytesAreThereAndUnsetOnesHoldNoValue() {
    Bytes bytes = new Bytes(new byte[] {5, 0, 0, 0});
    long placed = Allocation.place(state, 1, "text", bytes);
    assertThat(memory.look(1, ScalarType.I32, placed)).isEqualTo(5);
    Agent host = state.writableAgent(state.peState(1).hostAgent);
    refused(() -> memory.store(host, ScalarType.I32, placed, 1), "read-only memory");
    long unset = Allocation.allocateUnset(state, 1, "y", Residence.HOST, 4);
    refused(() -> memory.load(host, ScalarType.I32, unset), "never written");
    memory.store(host, ScalarType.I32, unset, 7);
    assertThat(memory.load(host, ScalarType.I32, unset)).isEqualTo(7);
  }

  @Test
  void hostCodeReachesHostMemoryAndDeviceCodeDevices() {
    Agent host = state.writableAgent(state.peState(0).hostAgent);
    long device = Allocation.allocate(state, 0, "d", Residence.DEVICE, 8);
    refused(() -> memory.load(host, ScalarType.I64, device), "host code accesses 'd'");
    refused(() -> memory.requireReach(host, device, 8), "copy it with cudaMemcpy");
    long own = Allocation.allocate(state, 0, "h", Residence.HOST, 8);
    memory.requireReach(host, own, 8);
    refused(() -> memory.requireReach(host, own, 9), "9 bytes at offset 0 of 'h'");
    refused(() -> memory.load(host, ScalarType.I64, 0), "null pointer");
  }

  @Test
  void stringsEndAtTheirZeroOrWhereTheyMust() {
    Agent host = state.writableAgent(state.peState(0).hostAgent);
    long text = Allocation.allocate(state, 0, "text", Residence.HOST, 4);
    memory.writeString(host, text, "abc");
    assertThat(memory.text(host, text, -1)).isEqualTo("abc");
    assertThat(memory.text(host, text, 2)).isEqualTo("ab");
    assertThat(memory.text(host, text + 1, 3)).isEqualTo("bc");
    assertThat(memory.textBytes(host, text, -1)).isEqualTo(4);
    memory.fill(host, text, 4, (byte) 'x');
    assertThat(memory.text(host, text, 4)).isEqualTo("xxxx");
    refused(() -> memory.text(host, text, -1), "offset 4 of 'text'");
    refused(() -> memory.writeString(host, text, "abcd"), "5 bytes at offset 0");
  }

  @Test
  void noValueIsHeldOutsideAnObject() {
    long placed = Allocation.allocate(state, 0, "x", Residence.HOST, 8);
    Access.Place place = new Access.Place(Space.PRIVATE, 0, 0, Address.index(placed), "x");
    assertThat(memory.held(place, ScalarType.I32, 4)).hasValue(0);
    for (int outside : new int[] {-4, -1, 5, 8, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(memory.held(place, ScalarType.I32, outside)).as("%d", outside).isEmpty();
    }
  }
}
