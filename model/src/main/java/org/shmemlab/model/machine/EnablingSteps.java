package org.shmemlab.model.machine;

import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.step.Step;

/** Decides whether a step may enable a blocked agent. */
final class EnablingSteps {
  private EnablingSteps() {}

  /**
   * Whether a step certainly enables no blocked agent: none waits for the completion that the event
   * brings, and it ends no use of memory that an agent alone reaches.
   */
  static boolean enablesNoAgent(JobState jobState, Step step) {
    if (!(step instanceof Step.OfNetwork of)
        || !jobState.rules().capabilities().returnsByItself()) {
      return false;
    }
    Event event = of.event();
    if (event.kind() == Kind.SOURCE_READ || event.kind() == Kind.LANDED) {
      return false;
    }
    int pe = jobState.inFlight().get(event.operation()).operation().origin().pe();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      boolean still =
          agent == null
              || switch (agent.wait) {
                case null -> true;
                case Wait.ForOperation wait -> wait.operation() != event.operation();
                case Wait.ForQuiet _,
                    Wait.ForFlush _,
                    Wait.ForFence _,
                    Wait.ForStores _,
                    Wait.ForSystemFence _ ->
                    agent.pe != pe;
                case Wait.ForVisibility _ -> false;
                case Wait.ForWords _,
                    Wait.ForMeeting _,
                    Wait.ForDevice _,
                    Wait.ForThreads _,
                    Wait.ForGrid _,
                    Wait.ForTask _ ->
                    true; // for an agent, or for a step of their own
              };
      if (!still) {
        return false;
      }
    }
    return true;
  }
}
