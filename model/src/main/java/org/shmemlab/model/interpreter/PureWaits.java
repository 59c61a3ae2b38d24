package org.shmemlab.model.interpreter;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;

/**
 * Evaluates the guards of external calls that only wait: such a call changes nothing, so that
 * serving it decides whether it may return.
 */
public final class PureWaits {
  private PureWaits() {}

  /** The reason why an agent's next step may not be taken yet, or null. */
  public static @Nullable Wait blocked(ExecutionLayers layers, Agent agent) {
    if (agent.function < 0
        || !(layers.jobState.code(agent.function).body[agent.pc]
            instanceof Instruction.Invoke invoke)
        || !invoke.call().has(CallTrait.ONLY_WAITS)) {
      return null;
    }
    RuntimeCall called = (RuntimeCall) invoke.call();
    ServiceCall call =
        new ServiceCall(layers, agent, called, Frames.values(agent, invoke.arguments()));
    try {
      called.serve(call);
    } catch (Fault fault) {
      return null; // the step itself reports it, with its line
    }
    return call.pendingWait();
  }
}
