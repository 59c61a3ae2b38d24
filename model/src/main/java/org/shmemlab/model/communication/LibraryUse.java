package org.shmemlab.model.communication;

import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Program.HeapSide;

/**
 * Checks that an agent may call the library: after its initialisation, and not from every thread.
 */
public final class LibraryUse {
  private LibraryUse() {}

  /**
   * Makes sure that a PE's library is initialised.
   *
   * @param what was done, for the message: "communication"
   * @throws Fault if it is not yet, or no longer
   */
  public static void requireInitialised(JobState jobState, int pe, String what) {
    switch (jobState.peState(pe).library) {
      case INITIALISED -> {}
      case FINALISED -> throw new Fault("%s after the library was finalised", what);
      default ->
          throw new Fault(
              "%s before the library is initialised; call the init routine first", what);
    }
  }

  /**
   * Fails where a thread calls OpenSHMEM and the program asked for too little (OpenSHMEM 1.6,
   * section 9.2).
   */
  public static void requireMayCall(JobState jobState, Agent agent) {
    if (mayNotCall(jobState, agent)) {
      throw lowLevel(jobState, agent);
    }
  }

  /** Whether a thread's call of OpenSHMEM needs a higher level than the program asked for. */
  public static boolean mayNotCall(JobState jobState, Agent agent) {
    PeState pe = jobState.peState(agent.pe);
    return agent.kind == Agent.Kind.HOST
        && agent.thread != pe.mainThread
        && pe.threadLevel < PeState.SERIALIZED
        && jobState.program().symmetricHeap() == HeapSide.HOST;
  }

  /** The mistake of such a call. */
  public static Fault lowLevel(JobState jobState, Agent agent) {
    return new Fault(
        "a thread that did not initialise OpenSHMEM calls it, and it was initialised "
            + "with %s; ask for SHMEM_THREAD_MULTIPLE with shmem_init_thread",
        jobState.peState(agent.pe).threadLevel == 0
            ? "SHMEM_THREAD_SINGLE"
            : "SHMEM_THREAD_FUNNELED");
  }

  /**
   * Notes the level of thread support that the program asked for, 0 (single) to 3 (multiple), and
   * the asking agent.
   */
  public static void level(JobState jobState, Agent agent, int level) {
    PeState state = jobState.writablePe(agent.pe);
    state.threadLevel = level;
    state.mainThread = agent.thread;
  }
}
