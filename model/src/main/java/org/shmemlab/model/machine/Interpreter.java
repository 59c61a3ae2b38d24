package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Machine.Stop;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.memory.Unset;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.Slot;
import org.shmemlab.model.program.Space;

/**
 * Executes an agent's instructions. What stays inside the agent happens here; everything that
 * others can see goes through {@link JobMemory}, {@link Communication}, {@link Meetings} or the
 * services.
 */
final class Interpreter {
  private static final int MAX_DEPTH = 20_000;
  private static final Unset NEVER_ASSIGNED =
      new Unset(-1, "a variable that nothing was assigned to");

  private Interpreter() {}

  /**
   * Lets a writable agent run.
   *
   * @param ownOnly whether it stops before a call, and before it reaches into a peer's memory
   */
  static Stop run(Machine machine, Agent agent, long fuel, boolean ownOnly) {
    agent.wait = null;
    agent.running = true;
    long limit = agent.executed + fuel;
    try {
      while (true) {
        if (agent.done) {
          return Stop.DONE;
        }
        if (machine.jobExit() != null) {
          machine.end(agent);
          return Stop.DONE;
        }
        if (agent.awaiting >= 0 && !machine.communication().returned(agent)) {
          return Stop.BLOCKED;
        }
        if (agent.function < 0 && !machine.device().nextTask(agent)) {
          return Stop.BLOCKED;
        }
        if (agent.executed >= limit) {
          return Stop.FUEL;
        }
        if (!execute(machine, agent, limit, ownOnly)) {
          return agent.wait == null ? Stop.CALL : Stop.BLOCKED;
        }
      }
    } catch (Fault fault) {
      throw machine.failure(agent, fault);
    } finally {
      agent.running = false;
      agent.blockNow = null;
    }
  }

  /** Makes a fresh agent enter a function with these arguments. */
  static void enter(Machine machine, Agent agent, int function, long[] arguments) {
    Code code = machine.code(function);
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
    openSlots(machine, agent, code);
  }

  /**
   * Runs until the fuel is used up, the agent blocks or stands before a call (false), or something
   * happened that {@link #run} has to look at (true).
   */
  private static boolean execute(Machine machine, Agent agent, long limit, boolean ownOnly) {
    Code code = machine.code(agent.function);
    byte[] numbers = code.numbers;
    Instruction[] body = code.body;
    long[] r = agent.registers;
    int base = agent.base;
    int pc = agent.pc;
    long left = limit - agent.executed;
    try {
      while (left > 0) {
        Instruction instruction = body[pc];
        if (agent.late != null && needsLate(agent, code, pc)) {
          return false;
        }
        if (agent.unset != null) {
          UnsetFlow.follow(agent, instruction);
        }
        left--;
        switch (numbers[pc]) {
          case Code.CONST -> {
            Instruction.Const i = (Instruction.Const) instruction;
            r[base + i.dst()] = i.bits();
            pc++;
          }
          case Code.MOVE -> {
            Instruction.Move i = (Instruction.Move) instruction;
            agent.copyRegister(base + i.src(), base + i.dst());
            pc++;
          }
          case Code.BINARY_I32 -> {
            Instruction.Binary i = (Instruction.Binary) instruction;
            r[base + i.dst()] =
                Arithmetic.i32(i.op(), (int) r[base + i.a()], (int) r[base + i.b()]);
            pc++;
          }
          case Code.BINARY_U32 -> {
            Instruction.Binary i = (Instruction.Binary) instruction;
            r[base + i.dst()] = Arithmetic.u32(i.op(), r[base + i.a()], r[base + i.b()]);
            pc++;
          }
          case Code.BINARY_I64 -> {
            Instruction.Binary i = (Instruction.Binary) instruction;
            r[base + i.dst()] = Arithmetic.i64(i.op(), r[base + i.a()], r[base + i.b()]);
            pc++;
          }
          case Code.BINARY_U64 -> {
            Instruction.Binary i = (Instruction.Binary) instruction;
            r[base + i.dst()] = Arithmetic.u64(i.op(), r[base + i.a()], r[base + i.b()]);
            pc++;
          }
          case Code.BINARY_F32, Code.BINARY_F64 -> {
            Instruction.Binary i = (Instruction.Binary) instruction;
            r[base + i.dst()] =
                Arithmetic.binary(i.op(), i.type(), r[base + i.a()], r[base + i.b()]);
            pc++;
          }
          case Code.JUMP -> pc = ((Instruction.Jump) instruction).target();
          case Code.BRANCH -> {
            Instruction.Branch i = (Instruction.Branch) instruction;
            pc = r[base + i.condition()] != 0 ? i.ifTrue() : i.ifFalse();
          }
          case Code.LOAD -> {
            Instruction.Load i = (Instruction.Load) instruction;
            if (ownOnly && Address.space(r[base + i.address()] + i.offset()) == Space.PEER) {
              left++;
              return false;
            }
            machine.memory().load(agent, base + i.dst(), i, r[base + i.address()] + i.offset());
            pc++;
          }
          case Code.STORE -> {
            Instruction.Store i = (Instruction.Store) instruction;
            if (ownOnly && Address.space(r[base + i.address()] + i.offset()) == Space.PEER) {
              left++;
              return false;
            }
            machine.communication().store(agent, i, r[base + i.address()], r[base + i.src()]);
            pc++;
          }
          case Code.CALL -> {
            Instruction.Call i = (Instruction.Call) instruction;
            agent.pc = pc;
            call(machine, agent, i.function(), i.dst(), i.arguments());
            code = machine.code(agent.function);
            numbers = code.numbers;
            body = code.body;
            r = agent.registers;
            base = agent.base;
            pc = 0;
          }
          case Code.CALL_INDIRECT -> {
            Instruction.CallIndirect i = (Instruction.CallIndirect) instruction;
            agent.pc = pc;
            call(machine, agent, machine.functionAt(r[base + i.address()]), i.dst(), i.arguments());
            code = machine.code(agent.function);
            numbers = code.numbers;
            body = code.body;
            r = agent.registers;
            base = agent.base;
            pc = 0;
          }
          case Code.RETURN -> {
            int src = ((Instruction.Return) instruction).src();
            agent.pc = pc;
            long value = src < 0 ? 0 : r[base + src];
            if (agent.depth == 0) {
              closeSlots(machine, agent);
              machine.device().finished(agent, value);
              return true;
            }
            leave(machine, agent, value, base + src);
            code = machine.code(agent.function);
            numbers = code.numbers;
            body = code.body;
            base = agent.base;
            pc = agent.pc;
          }
          case Code.UNARY -> {
            Instruction.Unary i = (Instruction.Unary) instruction;
            r[base + i.dst()] = Arithmetic.unary(i.op(), i.type(), r[base + i.a()]);
            pc++;
          }
          case Code.CONVERT -> {
            Instruction.Convert i = (Instruction.Convert) instruction;
            r[base + i.dst()] = Arithmetic.convert(i.from(), i.to(), r[base + i.a()]);
            pc++;
          }
          case Code.COMPUTE -> {
            Instruction.Compute i = (Instruction.Compute) instruction;
            r[base + i.dst()] =
                Arithmetic.compute(
                    i,
                    r[base + i.a()],
                    i.b() < 0 ? 0 : r[base + i.b()],
                    i.c() < 0 ? 0 : r[base + i.c()]);
            pc++;
          }
          case Code.SPECIAL -> {
            Instruction.Special i = (Instruction.Special) instruction;
            agent.executed = limit - left;
            r[base + i.dst()] = machine.device().special(agent, i.register());
            pc++;
          }
          case Code.SLOT_ADDRESS -> {
            Instruction.SlotAddress i = (Instruction.SlotAddress) instruction;
            r[base + i.dst()] = agent.slots[agent.slotBase + i.slot()];
            pc++;
          }
          case Code.COPY -> {
            Instruction.Copy i = (Instruction.Copy) instruction;
            machine
                .communication()
                .copy(agent, r[base + i.destination()], r[base + i.source()], i.bytes());
            pc++;
          }
          case Code.CLEAR -> {
            Instruction.Clear i = (Instruction.Clear) instruction;
            long at = r[base + i.destination()];
            machine.memory().requireReach(agent, at, i.bytes());
            machine.memory().fill(agent, at, i.bytes(), (byte) 0);
            pc++;
          }
          default -> {
            if (ownOnly) {
              left++;
              return false;
            }
            agent.pc = pc;
            agent.executed = limit - left;
            int depth = agent.depth;
            if (!communicate(machine, agent, instruction)) {
              left++;
              return false;
            }
            pc++;
            if (agent.done
                || agent.function < 0
                || agent.awaiting >= 0
                || machine.jobExit() != null) {
              return true;
            }
            if (agent.depth != depth) { // an exception left calls
              code = machine.code(agent.function);
              numbers = code.numbers;
              body = code.body;
              base = agent.base;
              pc = agent.pc;
            }
            r = agent.registers;
          }
        }
      }
      return true;
    } finally {
      agent.executed = limit - left;
      if (!agent.done && agent.function >= 0) {
        agent.pc = pc;
      }
    }
  }

  /** Whether an instruction needs a value that is still on its way; notes the wait. */
  private static boolean needsLate(Agent agent, Code code, int pc) {
    Integer operation = lateOperand(agent, code, pc);
    if (operation != null) {
      agent.wait = new Wait.ForOperation(operation);
    }
    return operation != null;
  }

  /** The operation whose value an instruction needs and does not have yet, or null. */
  static @Nullable Integer lateOperand(Agent agent, Code code, int pc) {
    TreeMap<Integer, Integer> late = agent.late;
    if (late == null) {
      return null;
    }
    if (code.numbers[pc] == Code.RETURN) {
      Map.Entry<Integer, Integer> own = late.ceilingEntry(agent.base);
      return own == null ? null : own.getValue();
    }
    ImmutableIntArray read = code.operands(pc);
    for (int k = 0; k < read.length(); k++) {
      Integer operation = late.get(agent.base + read.get(k));
      if (operation != null) {
        return operation;
      }
    }
    int written = code.body[pc].dst();
    return written >= 0 ? late.get(agent.base + written) : null;
  }

  /** Steps that others can see; false if the guard does not hold. */
  private static boolean communicate(Machine machine, Agent agent, Instruction instruction) {
    return switch (instruction) {
      case Instruction.Invoke invoke -> invoke(machine, agent, invoke);
      case Instruction.Enqueue enqueue -> {
        machine.device().enqueue(agent, enqueue);
        yield true;
      }
      case Instruction.Arrive arrive -> machine.meetings().arrive(agent, arrive);
      case Instruction.Depart depart -> machine.meetings().depart(agent, depart);
      case Instruction.ThreadFence fence ->
          machine.communication().threadFence(agent, fence.reach());
      default -> machine.communication().execute(agent, instruction);
    };
  }

  private static boolean invoke(Machine machine, Agent agent, Instruction.Invoke invoke) {
    if (invoke.service() == Service.PRINTF) {
      machine.plainLoads().prints(agent);
    }
    ServiceCall call =
        new ServiceCall(machine, agent, invoke.service(), values(agent, invoke.arguments()));
    long result = machine.services().invoke(invoke.service(), call);
    Wait wait = call.pendingWait();
    if (wait != null) {
      agent.wait = wait;
      return false;
    }
    if (invoke.dst() >= 0) {
      agent.registers[agent.base + invoke.dst()] = result;
    }
    return true;
  }

  static long[] values(Agent agent, ImmutableIntArray registers) {
    long[] values = new long[registers.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = agent.registers[agent.base + registers.get(i)];
    }
    return values;
  }

  private static void call(
      Machine machine, Agent agent, int function, int dst, ImmutableIntArray arguments) {
    Code callee = machine.code(function);
    int parameters = callee.source.parameters().size();
    if (arguments.length() != parameters) {
      throw new Fault(
          "function '"
              + callee.source.name()
              + "' takes "
              + parameters
              + " arguments and is called with "
              + arguments.length());
    }
    if (agent.depth == MAX_DEPTH) {
      throw new Fault(
          "stack overflow: " + MAX_DEPTH + " calls deep in '" + callee.source.name() + "'");
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
    int newBase = oldBase + machine.code(agent.function).registers;
    agent.ensureRegisters(newBase + callee.registers);
    for (int i = 0; i < parameters; i++) {
      agent.registers[newBase + i] = agent.registers[oldBase + arguments.get(i)];
    }
    Arrays.fill(agent.registers, newBase + parameters, newBase + callee.registers, 0);
    if (agent.unset != null) {
      agent.unset.enter(oldBase, arguments, newBase, newBase + callee.registers);
    }
    agent.function = function;
    agent.base = newBase;
    leaveUnset(agent, callee);
    openSlots(machine, agent, callee);
  }

  // A variable in a register holds no value before the first assignment.
  private static void leaveUnset(Agent agent, Code code) {
    for (int register : code.unsetAtEntry()) {
      agent.unset(agent.base + register, NEVER_ASSIGNED);
    }
  }

  /** Leaves the function that an agent is in, without a result. */
  static void leave(Machine machine, Agent agent) {
    closeSlots(machine, agent);
    if (agent.unset != null) {
      agent.unset.leave(agent.base, agent.base + machine.code(agent.function).registers);
    }
    agent.depth--;
    int at = agent.depth * Agent.FRAME;
    agent.function = agent.frames[at];
    agent.pc = agent.frames[at + 1];
    agent.base = agent.frames[at + 2];
    agent.slotBase = agent.frames[at + 4];
  }

  private static void leave(Machine machine, Agent agent, long value, int from) {
    Unset unset = agent.unset(from);
    leave(machine, agent);
    int dst = agent.frames[agent.depth * Agent.FRAME + 3];
    if (dst >= 0) {
      agent.registers[agent.base + dst] = value;
      agent.unset(agent.base + dst, unset);
    }
  }

  private static void openSlots(Machine machine, Agent agent, Code code) {
    agent.slotBase = agent.slotTop;
    if (code.slots == 0) {
      return;
    }
    if (agent.slotTop + code.slots > agent.slots.length) {
      agent.slots =
          Arrays.copyOf(agent.slots, Math.max(2 * agent.slots.length, agent.slotTop + code.slots));
    }
    for (Slot slot : code.source.slots()) {
      agent.slots[agent.slotTop++] = open(machine, agent, slot);
    }
  }

  // A device thread's variables are its own; a host thread's can be named by its streams.
  private static long open(Machine machine, Agent agent, Slot slot) {
    if (agent.kind == Agent.Kind.DEVICE_THREAD) {
      return agent
          .locals()
          .add(MemoryObject.unset(slot.name(), Residence.THREAD, slot.bytes(), machine.owner()));
    }
    return machine.allocateUnset(agent.pe, slot.name(), Residence.HOST, slot.bytes());
  }

  /** Leaves every function at once. */
  static void unwind(Machine machine, Agent agent) {
    agent.slotBase = 0;
    closeSlots(machine, agent);
    agent.depth = 0;
  }

  private static void closeSlots(Machine machine, Agent agent) {
    while (agent.slotTop > agent.slotBase) {
      long address = agent.slots[--agent.slotTop];
      switch (Address.space(address)) {
        case LOCAL -> agent.locals().remove(address);
        default -> machine.release(agent.pe, address, Residence.HOST);
      }
    }
  }
}
