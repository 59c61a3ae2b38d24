package org.shmemlab.model.interpreter;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;

/**
 * Ends calls by an exception. A call that an exception may end is followed by one that {@link
 * CallTrait#LANDS_EXCEPTION}, which gives the exception then; other calls it just leaves.
 */
public final class Unwinding {
  private static final long NO_SUCH_CALL = -1;

  private final JobState jobState;
  private final Agent agent;

  Unwinding(JobState jobState, Agent agent) {
    this.jobState = jobState;
    this.agent = agent;
  }

  /**
   * The landing where a call returns to.
   *
   * @param up 0 for the call that the agent is in, 1 for the one around it
   * @return the argument of that landing; 0 where there is none; -1 where there is no such call
   */
  public long catches(int up) {
    int frame = (agent.depth - 1 - up) * Agent.FRAME;
    if (frame < 0) {
      return NO_SUCH_CALL;
    }
    Code code = jobState.code(agent.frames[frame]);
    Instruction.Invoke landing = landing(code, agent.frames[frame + 1]);
    int base = agent.frames[frame + 2];
    return landing == null ? 0 : agent.registers[base + landing.arguments().get(0)];
  }

  /**
   * Leaves calls up to the next landing, which gives the exception.
   *
   * @throws Fault if there is none
   */
  public void unwind(long exception) {
    while (agent.depth > 0) {
      Frames.leave(jobState, agent);
      Instruction.Invoke landing = landing(jobState.code(agent.function), agent.pc);
      if (landing != null) {
        agent.registers[agent.base + landing.dst()] = exception;
        agent.unset(agent.base + landing.dst(), null);
        agent.pc++;
        return;
      }
    }
    throw new Fault("an exception leaves the first function of a thread");
  }

  private static Instruction.@Nullable Invoke landing(Code code, int pc) {
    return code.body[pc] instanceof Instruction.Invoke invoke
            && invoke.call().has(CallTrait.LANDS_EXCEPTION)
        ? invoke
        : null;
  }
}
