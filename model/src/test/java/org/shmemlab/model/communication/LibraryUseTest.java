package org.shmemlab.model.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.sketch.Sketch;

/** Tests which agents may call the library, and when. */
class LibraryUseTest {
  private final Sketch sketch = new Sketch();
  private final int thread = sketch.thread(code -> code.constant(0));
  private final Machine machine = sketch.machine(1, new Immediate(), code -> code.constant(0));
  private final JobState state = Insides.state(machine);

  @Test
  void theLibraryIsInitialisedFirstAndNotFinalised() {
    assertThat(state.initialised(0)).isFalse();
    refused(
        () -> LibraryUse.requireInitialised(state, 0, "communication"),
        "communication before the library is initialised; call the init routine first");
    state.writablePe(0).library = PeState.Library.INITIALISED;
    LibraryUse.requireInitialised(state, 0, "communication");
    state.writablePe(0).library = PeState.Library.FINALISED;
    refused(
        () -> LibraryUse.requireInitialised(state, 0, "communication"),
        "communication after the library was finalised");
  }

  /** OpenSHMEM 1.6, section 9.2. */
  @Test
  void anotherThreadCallsOnlyWhereTheProgramAskedForIt() {
    Agent main = state.writableAgent(0);
    Insides.layers(machine).hostThreads.create(main, Address.ofFunction(thread), 0);
    Agent other = state.writableAgent(1);
    LibraryUse.level(state, main, 1);
    LibraryUse.requireMayCall(state, main);
    refused(() -> LibraryUse.requireMayCall(state, other), "SHMEM_THREAD_FUNNELED");
    LibraryUse.level(state, main, 2);
    LibraryUse.requireMayCall(state, other);
    LibraryUse.level(state, other, 0);
    LibraryUse.requireMayCall(state, other);
    refused(() -> LibraryUse.requireMayCall(state, main), "SHMEM_THREAD_SINGLE");
  }
}
