package org.shmemlab.model.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.SynchronizesWith;
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

/** Mutexes and conditions of three threads of one PE. */
class HostLocksTest {
  static final int THREADS = 3;
  private static final long RECURSIVE = 0x8000_0000L; // PTHREAD_RECURSIVE_MUTEX_INITIALIZER

  private final Sketch sketch = new Sketch();
  private final long mutex = sketch.variable("mutex", Variable.Storage.HOST, 4);
  private final long condition = sketch.variable("condition", Variable.Storage.HOST, 24);
  private final List<Agent> threads = new ArrayList<>();
  private final JobState state;
  private final HostLocks locks;
  private final JobMemory memory;

  HostLocksTest() {
    int function = sketch.thread(code -> code.constant(0));
    Machine machine = sketch.machine(1, new Immediate(), code -> code.constant(0));
    ExecutionLayers layers = Insides.layers(machine);
    state = Insides.state(machine);
    memory = layers.memory;
    locks = new HostLocks(state, memory, new SynchronizesWith(state, layers.plainLoads));
    threads.add(state.writableAgent(0));
    while (threads.size() < THREADS) {
      layers.hostThreads.create(threads.get(0), Address.ofFunction(function), 0);
      threads.add(state.writableAgent(threads.size()));
    }
  }

  /** Compared with a stack of owners: a thread that is not on top of it may not unlock it. */
  @Property
  void aMutexIsOfOneThreadAtATime(
      @ForAll boolean recursive,
      @ForAll @Size(max = 40) List<@IntRange(max = 2 * THREADS - 1) Integer> calls) {
    memory.store(threads.get(0), ScalarType.U32, mutex, recursive ? RECURSIVE : 0);
    Deque<Integer> owners = new ArrayDeque<>();
    for (int call : calls) {
      int thread = call / 2;
      Agent agent = threads.get(thread);
      boolean mine = !owners.isEmpty() && owners.peek() == thread;
      if (call % 2 == 0) {
        boolean free = owners.isEmpty() || (recursive && mine);
        assertThat(locks.mayLock(agent, mutex)).isEqualTo(free);
        assertThat(locks.lock(agent, mutex)).isEqualTo(free);
        if (free) {
          owners.push(thread);
        }
      } else if (mine) {
        locks.unlock(agent, mutex);
        owners.pop();
      } else {
        refused(
            () -> locks.unlock(agent, mutex),
            "'mutex' is unlocked by a thread that has not locked it");
      }
    }
    assertThat(memory.load(threads.get(0), ScalarType.U32, mutex) & 0xFFFF)
        .isEqualTo(owners.isEmpty() ? 0 : owners.peek() + 1L);
  }

  @Test
  void aSignalWakesOneOfTheWaitingThreadsAndNoLaterOne() {
    sleep(1);
    locks.signal(threads.get(0), condition, false);
    sleep(2);
    assertThat(locks.wake(threads.get(2), condition)).isFalse();
    assertThat(locks.wake(threads.get(1), condition)).isTrue();
    assertThat(locks.wake(threads.get(1), condition)).isFalse();
    assertThat(locks.leave(threads.get(2), condition)).isFalse();
  }

  @Test
  void aSignalWakesOneOfTwoAndABroadcastTheOther() {
    sleep(1);
    sleep(2);
    locks.signal(threads.get(0), condition, false);
    assertThat(locks.mayWake(threads.get(1), condition)).isTrue();
    assertThat(locks.wake(threads.get(2), condition)).isTrue();
    assertThat(locks.mayWake(threads.get(1), condition)).isFalse();
    locks.signal(threads.get(0), condition, true);
    assertThat(locks.wake(threads.get(1), condition)).isTrue();
  }

  @Test
  void aBroadcastWakesEachWaitingThreadOnce() {
    sleep(1);
    sleep(2);
    locks.signal(threads.get(0), condition, true);
    assertThat(locks.wake(threads.get(1), condition)).isTrue();
    assertThat(locks.wake(threads.get(1), condition)).isFalse();
    assertThat(locks.wake(threads.get(0), condition)).isFalse();
    assertThat(locks.wake(threads.get(2), condition)).isTrue();
  }

  @Test
  void moreSignalsThanThereAreWaitersWakeNoLaterOne() {
    sleep(1);
    locks.signal(threads.get(0), condition, false);
    locks.signal(threads.get(0), condition, false);
    assertThat(locks.wake(threads.get(1), condition)).isTrue();
    sleep(1);
    sleep(2);
    locks.signal(threads.get(0), condition, false);
    assertThat(locks.wake(threads.get(1), condition)).isTrue();
    assertThat(locks.wake(threads.get(2), condition)).isFalse();
  }

  @Test
  void aSignalWithoutAWaitingThreadIsLost() {
    locks.signal(threads.get(0), condition, true);
    sleep(1);
    assertThat(locks.wake(threads.get(1), condition)).isFalse();
  }

  @Test
  void theOwnerOfAMutexIsNamed() {
    locks.lock(threads.get(1), mutex);
    assertThat(locks.described(threads.get(0), mutex)).isEqualTo("'mutex', which thread 1 has");
    assertThat(locks.described(threads.get(1), mutex)).isEqualTo("'mutex', which it has itself");
    refused(() -> locks.destroy(threads.get(0), mutex), "destroyed while it is locked");
    locks.unlock(threads.get(1), mutex);
    assertThat(state.peState(0).locks).containsKey(mutex);
    locks.destroy(threads.get(0), mutex);
    assertThat(state.peState(0).locks).isEmpty();
  }

  private void sleep(int thread) {
    locks.lock(threads.get(thread), mutex);
    locks.sleep(threads.get(thread), condition, mutex);
    assertThat(locks.mayLock(threads.get(0), mutex)).isTrue();
  }
}
