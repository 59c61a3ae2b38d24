package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;

/**
 * Tells without running an agent whether the guard that last stopped it still does. What may end
 * each kind of wait is what {@link Wakeups} tells a schedule.
 */
final class Guards {
  private final JobState jobState;
  private final Communication communication;

  Guards(JobState jobState, Communication communication) {
    this.jobState = jobState;
    this.communication = communication;
  }

  /** Whether running the agent would change nothing: what it waits for has not come. */
  boolean stillBlocked(Agent agent) {
    if (jobState.jobExit() != null || agent.ended) {
      return false; // it has to take note of an end
    }
    return switch (agent.wait) {
      case Wait.ForMeeting _ -> agent.at != null;
      case Wait.ForOperation wait -> stillBlocked(agent, wait.operation());
      case Wait.ForQuiet wait -> !communication.mayPass(OrderingCall.QUIET, wait.caller());
      case Wait.ForFence wait -> !communication.mayPass(OrderingCall.FENCE, wait.caller());
      case Wait.ForVisibility wait ->
          wait.everywhere()
              ? !visibleEverywhere(agent, wait.call())
              : !communication.mayPass(wait.call(), Communication.caller(agent, Contexts.DEFAULT));
      case Wait.ForStores _ ->
          !communication.mayPass(OrderingCall.SYNC, Communication.caller(agent, Contexts.DEFAULT));
      case Wait.ForSystemFence _ ->
          !communication.mayPass(
              OrderingCall.SYSTEM_FENCE, Communication.caller(agent, Contexts.DEFAULT));
      case Wait.ForDevice _, Wait.ForGrid _, Wait.ForTask _ ->
          agent.deviceSeen == jobState.deviceProgress(agent.pe);
      case Wait.ForWords _, Wait.ForThreads _ -> false;
      case null -> false;
    };
  }

  /** Whether the agent's call might return on every PE. */
  boolean visibleEverywhere(Agent agent, OrderingCall call) {
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      if (!communication.mayPass(
          call, new Caller(agent.id, pe, agent.onDevice(), Contexts.DEFAULT))) {
        return false;
      }
    }
    return true;
  }

  private boolean stillBlocked(Agent agent, int operation) {
    if (agent.awaiting != operation) {
      return agent.awaiting < 0 && agent.late != null && agent.late.containsValue(operation);
    }
    @Nullable Pending awaited = jobState.inFlight().find(operation);
    return awaited != null && !jobState.rules().mayReturn(awaited, jobState.inFlight());
  }
}
