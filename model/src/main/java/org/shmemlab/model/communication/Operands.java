package org.shmemlab.model.communication;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.program.Instruction;

/**
 * Reads the operands of a call from registers: values, the PE in the team of a context, addresses
 * that the caller may use.
 */
final class Operands {
  private final JobState jobState;
  private final JobMemory memory;
  private final Contexts contexts;

  Operands(JobState jobState, JobMemory memory, Contexts contexts) {
    this.jobState = jobState;
    this.memory = memory;
    this.contexts = contexts;
  }

  /** The value of a register. */
  static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }

  /** The bits of a register that hold no value; null if all do, or the call names none. */
  static @Nullable Uninitialized unset(Agent agent, int register) {
    return register == Instruction.NO_REGISTER ? null : agent.unset(agent.base + register);
  }

  /** The value of a register, or another one where the call names none. */
  static long optional(Agent agent, int register, long otherwise) {
    return register == Instruction.NO_REGISTER ? otherwise : value(agent, register);
  }

  /** The register in any function that the agent is in then: it may call before the value lands. */
  static int absolute(Agent agent, int register) {
    return register == Instruction.NO_REGISTER ? register : agent.base + register;
  }

  /** The context that a call names; the default one where it names none. */
  static int context(Agent agent, int register) {
    return (int) optional(agent, register, Contexts.DEFAULT);
  }

  /** The origin of an operation on the context that a register names. */
  Origin origin(Agent agent, int context) {
    return new Origin(
        agent.id,
        agent.pe,
        agent.onDevice(),
        agent.kind == Agent.Kind.STREAM,
        agent.block,
        agent.thread,
        context(agent, context),
        jobState.line(agent));
  }

  /**
   * The PE that an operation on one word names.
   *
   * @throws Fault if there is none, the word is not symmetric, or the library is not initialised
   */
  int target(Agent agent, int context, int peRegister, long remote, int bytes) {
    requireInitialised(agent);
    int pe = pe(agent, context, peRegister);
    memory.requireTarget(agent, pe, remote, bytes);
    return pe;
  }

  /** The PE that an operation names, by its number in the team of the context. */
  int pe(Agent agent, int contextRegister, int register) {
    return member(agent, context(agent, contextRegister), value(agent, register));
  }

  /** The team that numbers the PEs of operations on a context. */
  Team team(Agent agent, int context) {
    return contexts.of(agent, context);
  }

  /**
   * The PE of this number in the team of a context.
   *
   * @throws Fault if there is none
   */
  int member(Agent agent, int context, long pe) {
    Team team = team(agent, context);
    if (pe < 0 || pe >= team.size()) {
      String where = context == Contexts.DEFAULT ? "there are" : "the context's team has";
      throw new Fault("PE %s is out of range: %s PEs 0 to %s", pe, where, team.size() - 1);
    }
    return team.members().get((int) pe);
  }

  /** Fails unless the agent may call the library now. */
  void requireInitialised(Agent agent) {
    LibraryUse.requireMayCall(jobState, agent);
    LibraryUse.requireInitialised(jobState, agent.pe, "communication");
  }

  /** Fails where the configuration of the job leaves out such calls. */
  void requireAllowed(String call) {
    jobState
        .job()
        .allowance()
        .refusal(call)
        .ifPresent(reason -> {
          throw new Fault("%s", reason);
        });
  }
}
