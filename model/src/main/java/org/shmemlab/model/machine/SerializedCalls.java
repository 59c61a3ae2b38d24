package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.BiConsumer;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.MeetingKind.Place;
import org.shmemlab.model.program.Program.HeapSide;

/**
 * Checks the calls of OpenSHMEM by the threads of a host that promised to make one at a time:
 * {@code SHMEM_THREAD_SERIALIZED} (OpenSHMEM 1.6, section 9.2 "Thread Support"). Two threads that
 * are in a call, or about to make one, in the same state break the promise: the two calls are not
 * ordered.
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
    return promised(agent)
        && agent.function >= 0
        && isCall(jobState.code(agent.function).body[agent.pc]);
  }

  /**
   * Checks every PE between two steps: of two of its threads that are in calls at the same time,
   * the later one fails.
   *
   * @param failed receives the failure of such a thread, and sets it aside
   */
  void check(BiConsumer<Agent, ProgramFailure> failed) {
    ImmutableIntArray live = jobState.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent one = jobState.agent(live.get(i));
      for (int j = i + 1; one != null && isInCall(one) && j < live.length(); j++) {
        Agent other = jobState.agent(live.get(j));
        if (other != null && other.pe == one.pe && isInCall(other)) {
          failed.accept(other, failure(one, other));
        }
      }
    }
  }

  private ProgramFailure failure(Agent one, Agent other) {
    return jobState.failure(
        other,
        new Fault(
            "two threads call OpenSHMEM at the same time (%s at %s), which was initialised "
                + "with SHMEM_THREAD_SERIALIZED; order the calls or ask for SHMEM_THREAD_MULTIPLE "
                + "with shmem_init_thread",
            new FailureReason.Varying(jobState.describe(one)), jobState.line(one)));
  }

  private boolean isInCall(Agent agent) {
    return !agent.failed
        && promised(agent)
        && (agent.awaiting >= 0 || (agent.at != null && agent.at.isOfPes()) || standsAtCall(agent));
  }

  private boolean standsAtCall(Agent agent) {
    return agent.at == null
        && isNext(agent)
        && Frames.lateOperand(agent, jobState.code(agent.function), agent.pc) == null;
  }

  private boolean promised(Agent agent) {
    return agent.kind == Agent.Kind.HOST
        && jobState.peState(agent.pe).threadLevel == PeState.SERIALIZED
        && layers.hostThreads.several(agent.pe)
        && jobState.program().symmetricHeap() == HeapSide.HOST;
  }

  private static boolean isCall(Instruction instruction) {
    return switch (instruction) {
      case Instruction.LibraryCall _ -> true;
      case Instruction.Arrive arrive -> isOfPes(arrive.kind());
      default -> false;
    };
  }

  private static boolean isOfPes(MeetingKind kind) {
    return kind.place() == Place.TEAM || kind.place() == Place.WORLD;
  }
}
