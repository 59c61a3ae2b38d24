package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.step.Wakeups;

/**
 * Decides without running an agent whether the guard that last stopped it still does. The events
 * that may end each kind of wait are those that {@link Wakeups} reports to a schedule.
 */
final class Guards {
  private final JobState jobState;
  private final Completion completion;

  Guards(JobState jobState, Completion completion) {
    this.jobState = jobState;
    this.completion = completion;
  }

  /** Whether running the agent would change nothing: its condition does not hold yet. */
  boolean stillBlocked(Agent agent) {
    if (jobState.jobExit() != null || agent.ended) {
      return false; // it has to take note of an end
    }
    return switch (agent.wait) {
      case Wait.ForMeeting _ -> agent.at != null;
      case Wait.ForOperation wait -> stillBlocked(agent, wait.operation());
      case Wait.ForQuiet wait -> !completion.mayPass(OrderingCall.QUIET, wait.caller());
      case Wait.ForFlush wait -> !completion.mayPass(OrderingCall.FLUSH, wait.caller());
      case Wait.ForFence wait -> !completion.mayPass(OrderingCall.FENCE, wait.caller());
      case Wait.ForVisibility wait ->
          wait.everywhere()
              ? !completion.visibleEverywhere(agent, wait.call())
              : !completion.mayPass(wait.call(), Completion.caller(agent, Contexts.DEFAULT));
      case Wait.ForStores _ ->
          !completion.mayPass(OrderingCall.SYNC, Completion.caller(agent, Contexts.DEFAULT));
      case Wait.ForSystemFence _ ->
          !completion.mayPass(
              OrderingCall.SYSTEM_FENCE, Completion.caller(agent, Contexts.DEFAULT));
      case Wait.ForDevice _, Wait.ForGrid _, Wait.ForTask _ ->
          agent.deviceSeen == jobState.deviceProgress(agent.pe);
      case Wait.ForWords _, Wait.ForThreads _ -> false;
      case null -> false;
    };
  }

  private boolean stillBlocked(Agent agent, int operation) {
    if (agent.awaiting != operation) {
      return agent.awaiting < 0 && agent.expects(operation);
    }
    @Nullable Pending awaited = jobState.inFlight().find(operation);
    return awaited != null && !jobState.rules().mayReturn(awaited, jobState.inFlight());
  }
}
