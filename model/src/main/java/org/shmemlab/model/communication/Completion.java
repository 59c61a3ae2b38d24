package org.shmemlab.model.communication;

import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ThreadEvent;

/**
 * Decides when calls may return that wait for earlier operations: fences, quiets and flushes of the
 * library, fences of CUDA, and calls whose operation is in flight (memory model, section 5).
 */
public final class Completion {
  private final JobState jobState;
  private final PlainLoads plainLoads;
  private final Operands operands;

  Completion(JobState jobState, PlainLoads plainLoads, Operands operands) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
    this.operands = operands;
  }

  /** A fence of the library; false if it has to wait. */
  boolean fence(Agent agent, Instruction.Fence i) {
    operands.requireInitialised(agent);
    Caller caller = caller(agent, used(agent, i.context()), i.pe());
    if (!mayPass(OrderingCall.FENCE, caller)) {
      agent.wait = new Wait.ForFence(caller);
      return false;
    }
    jobState.inFlight().fence(caller);
    jobState.happensBeforeListener().fenced(caller);
    plainLoads.passed(agent, OrderingCall.THREAD_FENCE);
    return true;
  }

  /** A quiet of the library; false if it has to wait. */
  boolean quiet(Agent agent, Instruction.Quiet i) {
    operands.requireInitialised(agent);
    Caller caller = caller(agent, used(agent, i.context()), i.pe());
    if (!mayPass(OrderingCall.QUIET, caller)) {
      agent.wait = new Wait.ForQuiet(caller);
      return false;
    }
    jobState.happensBeforeListener().passed(OrderingCall.QUIET, caller);
    plainLoads.passed(agent, OrderingCall.THREAD_FENCE);
    return true;
  }

  /** A flush of the library; false if it has to wait. It makes no load fresh: it has no fence. */
  boolean flush(Agent agent, Instruction.Flush i) {
    operands.requireInitialised(agent);
    Caller caller = caller(agent, used(agent, i.context()), i.pe());
    if (!mayPass(OrderingCall.FLUSH, caller)) {
      agent.wait = new Wait.ForFlush(caller);
      return false;
    }
    jobState.happensBeforeListener().passed(OrderingCall.FLUSH, caller);
    return true;
  }

  /** Whether the call an agent is in may return; notes the wait if not. */
  public boolean returned(Agent agent) {
    Pending awaited = jobState.inFlight().find(agent.awaiting);
    if (awaited != null && !jobState.rules().mayReturn(awaited, jobState.inFlight())) {
      agent.wait = new Wait.ForOperation(agent.awaiting);
      return false;
    }
    jobState.happensBeforeListener().returned(agent.id, agent.awaiting);
    agent.awaiting = -1;
    return true;
  }

  /**
   * Whether a fence, a quiet, a flush or the arrival at a sync would return now; true of other
   * calls.
   */
  public boolean mayPass(Agent agent, Instruction call) {
    return switch (call) {
      case Instruction.Fence i ->
          mayPass(
              OrderingCall.FENCE, unchecked(agent, Operands.context(agent, i.context()), i.pe()));
      case Instruction.Quiet i ->
          mayPass(
              OrderingCall.QUIET, unchecked(agent, Operands.context(agent, i.context()), i.pe()));
      case Instruction.Flush i ->
          mayPass(
              OrderingCall.FLUSH, unchecked(agent, Operands.context(agent, i.context()), i.pe()));
      case Instruction.Arrive i when i.kind() == MeetingKind.SYNC ->
          mayPass(OrderingCall.SYNC, caller(agent, Contexts.DEFAULT));
      default -> true;
    };
  }

  /** Whether a call that waits for earlier operations may return. */
  public boolean mayPass(OrderingCall call, Caller caller) {
    return jobState.rules().mayPass(call, caller, jobState.inFlight());
  }

  /** Whether the agent's call might return on every PE. */
  public boolean visibleEverywhere(Agent agent, OrderingCall call) {
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      if (!mayPass(call, new Caller(agent.id, pe, agent.onDevice(), Contexts.DEFAULT))) {
        return false;
      }
    }
    return true;
  }

  /**
   * An agent's own loads and stores are never reordered here; data that others have delivered to
   * its memory may still be invisible to it.
   */
  public boolean threadFence(Agent agent, Instruction.ThreadFence fence) {
    Caller caller = caller(agent, Contexts.DEFAULT);
    ThreadEvent event = jobState.rules().threads().at(fence.event());
    boolean ofSystem = fence.reach() == ThreadScope.SYSTEM;
    if (ofSystem && event.publishes() && !storesAreVisible(agent, caller)) {
      return false;
    }
    if (!event.isOfThreads() || mayPass(OrderingCall.THREAD_FENCE, caller)) {
      if (ofSystem && event.releases()) {
        jobState.happensBeforeListener().passed(OrderingCall.SYSTEM_FENCE, caller);
      }
      jobState.inFlight().flow(agent.id, store -> store.fenced(agent.id, event, fence.reach()));
      jobState.happensBeforeListener().threadFenced(agent.id, fence.reach(), event);
      if (fence.isSequential() && jobState.rules().weakAtomics()) {
        jobState.happensBeforeListener().sequentiallyFenced(agent.id, fence.reach());
        jobState.happensBeforeListener().threadFenced(agent.id, fence.reach(), event);
      }
      if (event.isOfThreads()) {
        plainLoads.fenced(agent, fence.reach());
      }
      return true;
    }
    agent.wait = new Wait.ForVisibility(OrderingCall.THREAD_FENCE);
    return false;
  }

  /** Makes an agent's stores to peers visible; false while some are not. */
  public boolean systemFence(Agent agent) {
    Caller caller = caller(agent, Contexts.DEFAULT);
    if (!storesAreVisible(agent, caller)) {
      return false;
    }
    jobState.happensBeforeListener().passed(OrderingCall.SYSTEM_FENCE, caller);
    return true;
  }

  private boolean storesAreVisible(Agent agent, Caller caller) {
    if (mayPass(OrderingCall.SYSTEM_FENCE, caller)) {
      return true;
    }
    agent.wait = new Wait.ForSystemFence();
    return false;
  }

  /** The caller of a call on a context. */
  public static Caller caller(Agent agent, int context) {
    return new Caller(agent.id, agent.pe, agent.onDevice(), context);
  }

  /** The caller of a fence or quiet for the PE that a register names in the context's team. */
  private Caller caller(Agent agent, int context, int peRegister) {
    return peRegister == Instruction.NO_REGISTER
        ? caller(agent, context)
        : new Caller(
            agent.id,
            agent.pe,
            agent.onDevice(),
            context,
            operands.member(agent, context, Operands.value(agent, peRegister)));
  }

  // Of a call that the agent is about to make; its errors are reported by the step itself.
  private Caller unchecked(Agent agent, int context, int peRegister) {
    try {
      return caller(agent, context, peRegister);
    } catch (Fault fault) {
      return caller(agent, context);
    }
  }

  private int used(Agent agent, int register) {
    int context = Operands.context(agent, register);
    operands.team(agent, context);
    return context;
  }
}
