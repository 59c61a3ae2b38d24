package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Acquire;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;

/**
 * Tells without running an agent whether the guard that last stopped it still does. What may end
 * each kind of wait is what {@link Wakeups} tells a schedule.
 */
final class Guards {
  private Guards() {}

  /** Whether running the agent would change nothing: what it waits for has not come. */
  static boolean stillBlocked(Machine machine, Agent agent) {
    if (machine.jobExit() != null || agent.ended) {
      return false; // it has to take note of an end
    }
    return switch (agent.wait) {
      case Wait.ForMeeting _ -> agent.at != null;
      case Wait.ForOperation wait -> stillBlocked(machine, agent, wait.operation());
      case Wait.ForQuiet wait ->
          !machine.communication().mayPass(OrderingCall.QUIET, agent, wait.context());
      case Wait.ForFence wait ->
          !machine.communication().mayPass(OrderingCall.FENCE, agent, wait.context());
      case Wait.ForVisibility wait ->
          wait.everywhere()
              ? !visibleEverywhere(machine, wait.acquire())
              : !machine.rules().mayObserve(agent.pe, wait.acquire(), machine.inFlight());
      case Wait.ForStores _ -> !machine.communication().mayPass(OrderingCall.SYNC, agent, 0);
      case Wait.ForSystemFence _ ->
          !machine.communication().mayPass(OrderingCall.SYSTEM_FENCE, agent, 0);
      case Wait.ForDevice _, Wait.ForGrid _, Wait.ForTask _ ->
          agent.deviceSeen == machine.deviceProgress(agent.pe);
      case Wait.ForWords _, Wait.ForThreads _ -> false;
      case null -> false;
    };
  }

  /** Whether no PE has to wait before it may look at what was delivered to it. */
  static boolean visibleEverywhere(Machine machine, Acquire acquire) {
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      if (!machine.rules().mayObserve(pe, acquire, machine.inFlight())) {
        return false;
      }
    }
    return true;
  }

  private static boolean stillBlocked(Machine machine, Agent agent, int operation) {
    if (agent.awaiting != operation) {
      return agent.awaiting < 0 && agent.late != null && agent.late.containsValue(operation);
    }
    @Nullable Pending awaited = machine.inFlight().find(operation);
    return awaited != null && !machine.rules().mayReturn(awaited, machine.inFlight());
  }
}
