package org.shmemlab.model.access;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Slot;

/** Enters and leaves functions for an agent, with their variables. */
public final class Frames {
  private static final int MAX_DEPTH = 20_000;
  private static final Uninitialized NEVER_ASSIGNED =
      new Uninitialized(-1, "a variable that nothing was assigned to");

  private Frames() {}

  /** Makes a fresh agent enter a function with these arguments. */
  public static void enter(JobState jobState, Agent agent, int function, long[] arguments) {
    Code code = jobState.code(function);
    agent.function = function;
    agent.pc = 0;
    agent.base = 0;
    agent.depth = 0;
    agent.slotTop = 0;
    agent.slotBase = 0;
    agent.ensureRegisters(code.registers);
    Arrays.fill(agent.registers, 0, code.registers, 0);
    System.arraycopy(arguments, 0, agent.registers, 0, arguments.length);
    agent.unset = null;
    leaveUnset(agent, code);
    openSlots(jobState, agent, code);
  }

  /**
   * Makes an agent enter a function that it calls from the instruction that it stands before.
   *
   * @param dst the caller's register for the result, or {@link Instruction#NO_REGISTER}
   * @throws Fault if there are fewer arguments than parameters, or the calls are too deep; if there
   *     are more, and the job ends at a misuse
   */
  public static void call(
      JobState jobState, Agent agent, int function, int dst, ImmutableIntArray arguments) {
    Code callee = jobState.code(function);
    int parameters = callee.source.parameters().size();
    if (arguments.length() != parameters) {
      Fault misuse =
          new Fault(
              "function '%s' takes %s arguments and is called with %s",
              callee.source.name(), parameters, arguments.length());
      if (arguments.length() < parameters) {
        throw misuse;
      }
      jobState.tolerate(agent, misuse); // a machine's callee finds its own in their places
    }
    if (agent.depth == MAX_DEPTH) {
      throw new Fault("stack overflow: %s calls deep in '%s'", MAX_DEPTH, callee.source.name());
    }
    int at = agent.depth * Agent.FRAME;
    if (at == agent.frames.length) {
      agent.frames = Arrays.copyOf(agent.frames, Math.max(4 * Agent.FRAME, 2 * at));
    }
    agent.frames[at] = agent.function;
    agent.frames[at + 1] = agent.pc + 1;
    agent.frames[at + 2] = agent.base;
    agent.frames[at + 3] = dst;
    agent.frames[at + 4] = agent.slotBase;
    agent.depth++;
    int oldBase = agent.base;
    int newBase = oldBase + jobState.code(agent.function).registers;
    agent.ensureRegisters(newBase + callee.registers);
    for (int i = 0; i < parameters; i++) {
      agent.registers[newBase + i] = agent.registers[oldBase + arguments.get(i)];
    }
    Arrays.fill(agent.registers, newBase + parameters, newBase + callee.registers, 0);
    if (agent.unset != null) {
      agent.unset.enter(
          oldBase, arguments.subArray(0, parameters), newBase, newBase + callee.registers);
    }
    agent.function = function;
    agent.base = newBase;
    leaveUnset(agent, callee);
    openSlots(jobState, agent, callee);
  }

  // A variable in a register holds no value before the first assignment.
  private static void leaveUnset(Agent agent, Code code) {
    for (int register : code.unsetAtEntry()) {
      agent.unset(agent.base + register, NEVER_ASSIGNED);
    }
  }

  /** Leaves the function that an agent is in, without a result. */
  public static void leave(JobState jobState, Agent agent) {
    closeSlots(jobState, agent);
    if (agent.unset != null) {
      agent.unset.leave(agent.base, agent.base + jobState.code(agent.function).registers);
    }
    agent.depth--;
    int at = agent.depth * Agent.FRAME;
    agent.function = agent.frames[at];
    agent.pc = agent.frames[at + 1];
    agent.base = agent.frames[at + 2];
    agent.slotBase = agent.frames[at + 4];
  }

  /**
   * Leaves the function that an agent is in, with a result.
   *
   * @param from the register (by its absolute index) that has it
   */
  public static void leave(JobState jobState, Agent agent, long value, int from) {
    Uninitialized unset = agent.unset(from);
    leave(jobState, agent);
    int dst = agent.frames[agent.depth * Agent.FRAME + 3];
    if (dst >= 0) {
      agent.registers[agent.base + dst] = value;
      agent.unset(agent.base + dst, unset);
    }
  }

  /** Leaves every function at once. */
  public static void unwind(JobState jobState, Agent agent) {
    agent.slotBase = 0;
    closeSlots(jobState, agent);
    agent.depth = 0;
  }

  private static void openSlots(JobState jobState, Agent agent, Code code) {
    agent.slotBase = agent.slotTop;
    if (code.slots == 0) {
      return;
    }
    if (agent.slotTop + code.slots > agent.slots.length) {
      agent.slots =
          Arrays.copyOf(agent.slots, Math.max(2 * agent.slots.length, agent.slotTop + code.slots));
    }
    for (Slot slot : code.source.slots()) {
      agent.slots[agent.slotTop++] = open(jobState, agent, slot);
    }
  }

  // A device thread's variables are its own; a host thread's can be named by its streams.
  private static long open(JobState jobState, Agent agent, Slot slot) {
    if (agent.kind == Agent.Kind.DEVICE_THREAD) {
      return agent
          .locals()
          .add(MemoryObject.unset(slot.name(), Residence.THREAD, slot.bytes(), jobState.owner()));
    }
    return Allocation.allocateUnset(jobState, agent.pe, slot.name(), Residence.HOST, slot.bytes());
  }

  /** Ends the variables of the function that an agent is in. */
  public static void closeSlots(JobState jobState, Agent agent) {
    while (agent.slotTop > agent.slotBase) {
      long address = agent.slots[--agent.slotTop];
      switch (Address.space(address)) {
        case LOCAL -> agent.locals().remove(address);
        default -> Allocation.release(jobState, agent.pe, address, Residence.HOST);
      }
    }
  }

  /** The values of registers of the function that an agent is in. */
  public static long[] values(Agent agent, ImmutableIntArray registers) {
    long[] values = new long[registers.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = agent.registers[agent.base + registers.get(i)];
    }
    return values;
  }

  /** The operation whose value an instruction needs and does not have yet, or null. */
  public static @Nullable Integer lateOperand(Agent agent, Code code, int pc) {
    TreeMap<Integer, Integer> late = agent.late;
    if (late == null) {
      return null;
    }
    ImmutableIntArray read = code.operands(pc);
    for (int k = 0; k < read.length(); k++) {
      Integer operation = late.get(agent.base + read.get(k));
      if (operation != null) {
        return operation;
      }
    }
    return null;
  }
}
