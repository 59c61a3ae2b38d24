package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.Consumer;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.MeetingKind.Place;
import org.shmemlab.model.program.Program.HeapSide;

/**
 * Checks the calls of the library by the threads of a host against its level of thread support
 * (OpenSHMEM 1.6, section 9.2 "Thread Support"). Under {@code SERIALIZED}, the most that NVSHMEM
 * provides, two threads that are in a call, or about to make one, in the same state are a mistake:
 * the two calls are not ordered. Under a lower level, a call of any other thread than the one that
 * initialised the library is one, after which the execution goes on as if the level were {@code
 * MULTIPLE}. No mistake hides a data race, or two calls at another time.
 *
 * <p>Such a call is a scheduling point, so that both orders of two calls are explored and a thread
 * stands before its call while others reach theirs. Inquiries that access nothing ({@code
 * shmem_my_pe}) are not counted.
 */
final class SerializedCalls {
  private final JobState jobState;
  private final ExecutionLayers layers;

  SerializedCalls(Machine machine) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
  }

  /** Whether an agent stands before a call that has to be the only one. */
  boolean isNext(Agent agent) {
    return restricted(agent)
        && agent.function >= 0
        && isCall(jobState.code(agent.function).body[agent.pc]);
  }

  /**
   * Checks every PE between two steps.
   *
   * @param failed receives each mistake
   * @return whether a level was raised; calls are then no longer scheduling points
   */
  boolean check(Consumer<ProgramFailure> failed) {
    boolean raised = false;
    ImmutableIntArray live = jobState.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent one = jobState.agent(live.get(i));
      if (one == null || !isInCall(one)) {
        continue;
      }
      if (LibraryUse.mayNotCall(jobState, one)) {
        failed.accept(jobState.failure(one, LibraryUse.lowLevel(jobState, one)));
        jobState.writablePe(one.pe).threadLevel = PeState.MULTIPLE;
        raised = true;
      }
      for (int j = i + 1; j < live.length() && isInCall(one); j++) {
        Agent other = jobState.agent(live.get(j));
        if (other != null && other.pe == one.pe && isInCall(other)) {
          failed.accept(failure(one, other));
        }
      }
    }
    return raised;
  }

  private ProgramFailure failure(Agent one, Agent other) {
    FailureReason.Varying agent = new FailureReason.Varying(jobState.describe(one));
    return jobState.failure(
        other,
        isNvshmem()
            ? new Fault(
                "two threads call NVSHMEM at the same time (%s at %s), which lets one thread call"
                    + " at a time: it provides NVSHMEM_THREAD_SERIALIZED, whatever level is asked"
                    + " for; order the calls by a mutex or a join",
                agent, jobState.line(one))
            : new Fault(
                "two threads call OpenSHMEM at the same time (%s at %s), which was initialised "
                    + "with SHMEM_THREAD_SERIALIZED; order the calls or ask for"
                    + " SHMEM_THREAD_MULTIPLE with shmem_init_thread",
                agent, jobState.line(one)));
  }

  private boolean isNvshmem() {
    return jobState.program().symmetricHeap() == HeapSide.DEVICE;
  }

  private boolean isInCall(Agent agent) {
    return !agent.failed
        && restricted(agent)
        && (agent.awaiting >= 0 || (agent.at != null && agent.at.isOfPes()) || standsAtCall(agent));
  }

  private boolean standsAtCall(Agent agent) {
    return agent.at == null
        && isNext(agent)
        && Frames.lateOperand(agent, jobState.code(agent.function), agent.pc) == null;
  }

  private boolean restricted(Agent agent) {
    if (agent.kind != Agent.Kind.HOST || !layers.hostThreads.several(agent.pe)) {
      return false;
    }
    PeState pe = jobState.peState(agent.pe);
    return isNvshmem()
        ? pe.threadLevel < PeState.MULTIPLE && pe.library == PeState.Library.INITIALISED
        : pe.threadLevel == PeState.SERIALIZED || LibraryUse.mayNotCall(jobState, agent);
  }

  private static boolean isCall(Instruction instruction) {
    return switch (instruction) {
      case Instruction.LibraryCall _ -> true;
      case Instruction.Arrive arrive ->
          isOfPes(arrive.kind())
              && (arrive.family() == Family.NVSHMEM || arrive.family() == Family.OPENSHMEM);
      default -> false;
    };
  }

  private static boolean isOfPes(MeetingKind kind) {
    return kind != MeetingKind.INIT && (kind.place() == Place.TEAM || kind.place() == Place.WORLD);
  }
}
