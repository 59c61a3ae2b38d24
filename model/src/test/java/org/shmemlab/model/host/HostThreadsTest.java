package org.shmemlab.model.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.sketch.Sketch;

/** Threads that a host makes begin, end, are joined or detached. */
class HostThreadsTest {
  private final Sketch sketch = new Sketch();
  private final long counter = sketch.variable("counter", Variable.Storage.HOST, 8);
  private final long function = Address.ofFunction(sketch.thread(code -> code.constant(0)));
  private final Machine machine = sketch.machine(1, new Immediate(), code -> code.constant(0));
  private final JobState state = Insides.state(machine);
  private final ExecutionLayers layers = Insides.layers(machine);
  private final HostThreads threads = layers.hostThreads;
  private final Agent main = state.writableAgent(0);

  private Agent agent(int thread) {
    return state.writableAgent(state.peState(0).threads.getOrDefault(thread, -1));
  }

  @Test
  void aThreadIsJoinedOnceItHasEndedAndItsNumberIsFreeThen() {
    assertThat(threads.create(main, function, 0)).isEqualTo(1);
    assertThat(threads.create(main, function, 0)).isEqualTo(2);
    assertThat(threads.join(main, 1)).isFalse();
    threads.exit(agent(1), 7);
    assertThat(threads.result(main, 1)).isEqualTo(7);
    assertThat(threads.join(main, 1)).isTrue();
    refused(() -> threads.join(main, 1), "thread 1 does not exist");
    assertThat(threads.create(main, function, 0)).isEqualTo(1);
    refused(() -> threads.join(agent(2), 2), "a thread joins itself");
  }

  /** Only a join orders what a thread did before what follows. */
  @Test
  void memoryIsOfSeveralThreadsUntilTheLastIsJoined() {
    assertThat(threads.several(0)).isFalse();
    threads.create(main, function, 0);
    threads.exit(agent(1), 0);
    assertThat(threads.several(0)).isTrue();
    threads.join(main, 1);
    assertThat(threads.several(0)).isFalse();
    threads.create(main, function, 0);
    threads.detach(main, 1);
    refused(() -> threads.join(main, 1), "joined and was detached");
    refused(() -> threads.detach(main, 1), "detached twice");
    threads.exit(agent(1), 0);
    assertThat(threads.several(0)).isTrue();
  }

  @Test
  void aPeEndsWithItsLastThread() {
    threads.create(main, function, 0);
    threads.exit(main, 0);
    assertThat(state.exitStatus(0)).isNull();
    threads.exit(agent(1), 3);
    assertThat(state.exitStatus(0)).isZero();
    assertThat(state.liveAgents().asList()).isEmpty();
  }

  @Test
  void anExitOfThePeEndsAllItsThreads() {
    threads.create(main, function, 0);
    threads.exitPe(0, 5);
    assertThat(state.exitStatus(0)).isEqualTo(5);
    assertThat(state.liveAgents().asList()).isEmpty();
  }

  @Test
  void aThreadHasItsOwnCopyOfAThreadLocalVariableUntilItEnds() {
    JobMemory memory = layers.memory;
    memory.store(main, ScalarType.I64, counter, 5);
    threads.create(main, function, 0);
    Agent other = agent(1);
    long own = threads.local(other, counter);
    assertThat(own).isNotEqualTo(counter).isNotEqualTo(threads.local(main, counter));
    assertThat(threads.local(other, counter)).isEqualTo(own);
    assertThat(memory.load(other, ScalarType.I64, own)).isEqualTo(5);
    memory.store(other, ScalarType.I64, own, 6);
    assertThat(memory.load(main, ScalarType.I64, threads.local(main, counter))).isEqualTo(5);
    threads.exit(other, 0);
    refused(() -> memory.load(main, ScalarType.I64, own), "an object that was freed");
  }

  @Test
  void noMoreThreadsThanBitsOfACondition() {
    for (int thread = 1; thread < HostThreads.MOST; thread++) {
      threads.create(main, function, 0);
    }
    refused(() -> threads.create(main, function, 0), "more than 64 threads");
    refused(() -> threads.create(main, Address.ofFunction(1), 0), "does not take one pointer");
  }
}
