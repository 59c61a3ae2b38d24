package org.shmemlab.model.interpreter;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.MemoryPages;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.access.UninitializedFlow;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.arithmetic.CorrectRounding;
import org.shmemlab.model.arithmetic.FloatRounding;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.collectives.Meetings;
import org.shmemlab.model.communication.Communication;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.Stores;
import org.shmemlab.model.compiled.CompiledProgram;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.compiled.Surroundings;
import org.shmemlab.model.device.Device;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.HappensBeforeListener;

/**
 * Executes an agent's instructions. Invisible instructions are carried out here; all others go
 * through {@link JobMemory}, {@link Communication}, {@link Meetings} or the services.
 */
public final class Interpreter {
  /** Fewer instructions are not worth the start of a compiled region. */
  private static final long LEAST_COMPILED = 32;

  private final JobState jobState;
  private final JobMemory memory;
  private final PlainLoads plainLoads;
  private final Communication communication;
  private final Completion completion;
  private final Stores stores;
  private final Meetings meetings;
  private final Device device;
  private final ExecutionLayers layers;
  private final Surroundings surroundings;
  private final ExecutionMode mode;
  private final long leastCompiled;
  private @Nullable CompiledProgram compiled; // made when it is needed

  /**
   * Prepares to execute.
   *
   * @param mode which code is compiled
   */
  public Interpreter(ExecutionLayers layers, ExecutionMode mode) {
    this.jobState = layers.jobState;
    this.memory = layers.memory;
    this.plainLoads = layers.plainLoads;
    this.communication = layers.communication;
    this.completion = communication.completion();
    this.stores = communication.stores();
    this.meetings = layers.meetings;
    this.device = layers.device;
    this.layers = layers;
    this.surroundings =
        new Surroundings(new MemoryPages(jobState, layers.plainLoads), layers.device);
    this.mode = mode;
    this.leastCompiled =
        switch (mode) {
          case INTERPRETED -> Long.MAX_VALUE;
          case COMPILED_WHERE_HOT -> LEAST_COMPILED;
          case COMPILED -> 1;
        };
  }

  private CompiledProgram compiled() {
    if (compiled == null) {
      compiled = CompiledProgram.of(jobState.program(), mode == ExecutionMode.COMPILED);
    }
    return compiled;
  }

  /**
   * Lets a writable agent run.
   *
   * @param ownOnly whether it stops before a call, and before it reaches into a peer's memory
   */
  public StopReason run(Agent agent, long fuel, boolean ownOnly) {
    agent.wait = null;
    agent.running = true;
    long limit = agent.executed + fuel;
    try {
      while (true) {
        if (agent.done) {
          return StopReason.DONE;
        }
        if (jobState.jobExit() != null) {
          jobState.end(agent);
          return StopReason.DONE;
        }
        if (agent.awaiting >= 0 && !completion.returned(agent)) {
          return StopReason.BLOCKED;
        }
        if (agent.function < 0 && !device.nextTask(agent)) {
          return StopReason.BLOCKED;
        }
        if (agent.executed >= limit) {
          return StopReason.FUEL;
        }
        if (!execute(agent, limit, ownOnly)) {
          return agent.wait == null ? StopReason.CALL : StopReason.BLOCKED;
        }
      }
    } catch (Fault fault) {
      throw jobState.failure(agent, fault);
    } finally {
      agent.running = false;
      agent.blockNow = null;
    }
  }

  /**
   * Runs until the fuel is used up, the agent blocks or is at a call (false), or something happened
   * that {@link #run} has to handle (true).
   */
  private boolean execute(Agent agent, long limit, boolean ownOnly) {
    Code code = jobState.code(agent.function);
    byte[] steps = code.steps;
    Instruction[] body = code.body;
    long[] r = agent.registers;
    int base = agent.base;
    int pc = agent.pc;
    long left = limit - agent.executed;
    HappensBeforeListener listener = jobState.happensBeforeListener();
    boolean followed = listener.follows(agent.id, false);
    try {
      while (left > 0) {
        Instruction instruction = body[pc];
        int step = steps[pc];
        if (step >= Code.BEGINS) {
          if (left >= leastCompiled && agent.late == null) {
            long stop = compiled().run(agent, pc, left, surroundings);
            if (stop != CompiledProgram.NONE) {
              pc = (int) (stop >>> 32);
              left -= (int) stop;
              continue;
            }
          }
          step -= Code.BEGINS;
        }
        if (agent.late != null) {
          if (waitsForLate(agent, code, pc)) {
            return false;
          }
          overwriteLate(agent, code, pc);
        }
        if (agent.unset != null) {
          agent.pc = pc;
          followUninitialized(agent, instruction);
        }
        if (followed && step >= Code.RETURN) {
          agent.pc = pc;
          listener.executing(agent.id);
        }
        left--;
        switch (step) {
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
            agent.pc = pc;
            Instruction.Load i = (Instruction.Load) instruction;
            if (ownOnly && Address.space(r[base + i.address()] + i.offset()) == Space.PEER) {
              left++;
              return false;
            }
            memory.load(agent, base + i.dst(), i, r[base + i.address()] + i.offset());
            pc++;
          }
          case Code.STORE -> {
            agent.pc = pc;
            Instruction.Store i = (Instruction.Store) instruction;
            if (ownOnly && Address.space(r[base + i.address()] + i.offset()) == Space.PEER) {
              left++;
              return false;
            }
            stores.store(agent, i, r[base + i.address()], r[base + i.src()]);
            pc++;
          }
          case Code.CALL -> {
            Instruction.Call i = (Instruction.Call) instruction;
            agent.pc = pc;
            Frames.call(jobState, agent, i.function(), i.dst(), i.arguments());
            code = jobState.code(agent.function);
            steps = code.steps;
            body = code.body;
            r = agent.registers;
            base = agent.base;
            pc = 0;
          }
          case Code.CALL_INDIRECT -> {
            Instruction.CallIndirect i = (Instruction.CallIndirect) instruction;
            agent.pc = pc;
            Frames.call(
                jobState,
                agent,
                jobState.functionAt(r[base + i.address()]),
                i.dst(),
                i.arguments());
            code = jobState.code(agent.function);
            steps = code.steps;
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
              Frames.closeSlots(jobState, agent);
              device.finished(agent, value);
              return true;
            }
            Frames.leave(jobState, agent, value, base + src);
            code = jobState.code(agent.function);
            steps = code.steps;
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
          case Code.ROUND -> {
            Instruction.Round i = (Instruction.Round) instruction;
            r[base + i.dst()] =
                FloatRounding.round(i.from(), i.to(), i.rounding(), i.finite(), r[base + i.a()]);
            pc++;
          }
          case Code.ROUNDED -> {
            Instruction.Rounded i = (Instruction.Rounded) instruction;
            r[base + i.dst()] =
                CorrectRounding.compute(
                    i.operation(),
                    i.format(),
                    i.rounding(),
                    r[base + i.a()],
                    i.b() < 0 ? 0 : r[base + i.b()],
                    i.c() < 0 ? 0 : r[base + i.c()]);
            pc++;
          }
          case Code.COMPUTE -> {
            Instruction.Compute i = (Instruction.Compute) instruction;
            r[base + i.dst()] =
                Arithmetic.compute(
                    i.function(),
                    i.type(),
                    r[base + i.a()],
                    i.b() < 0 ? 0 : r[base + i.b()],
                    i.c() < 0 ? 0 : r[base + i.c()]);
            pc++;
          }
          case Code.SPECIAL -> {
            Instruction.Special i = (Instruction.Special) instruction;
            agent.executed = limit - left;
            r[base + i.dst()] = device.special(agent, i.register());
            pc++;
          }
          case Code.SLOT_ADDRESS -> {
            Instruction.SlotAddress i = (Instruction.SlotAddress) instruction;
            r[base + i.dst()] = agent.slots[agent.slotBase + i.slot()];
            pc++;
          }
          case Code.COPY -> {
            agent.pc = pc;
            Instruction.Copy i = (Instruction.Copy) instruction;
            stores.copy(agent, r[base + i.destination()], r[base + i.source()], i.bytes());
            pc++;
          }
          case Code.CLEAR -> {
            agent.pc = pc;
            Instruction.Clear i = (Instruction.Clear) instruction;
            stores.fill(agent, r[base + i.destination()], i.bytes(), (byte) 0);
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
            if (!communicate(agent, instruction)) {
              left++;
              return false;
            }
            pc++;
            if (agent.done
                || agent.function < 0
                || agent.awaiting >= 0
                || jobState.jobExit() != null) {
              return true;
            }
            if (agent.depth != depth) { // an exception left calls
              code = jobState.code(agent.function);
              steps = code.steps;
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

  private void followUninitialized(Agent agent, Instruction next) {
    try {
      UninitializedFlow.follow(agent, next);
    } catch (Fault decides) {
      jobState.tolerate(agent, decides);
      UninitializedFlow.accept(agent, next);
      UninitializedFlow.follow(agent, next);
    }
  }

  /** Whether an instruction needs a value that has not landed; notes the wait. */
  private static boolean waitsForLate(Agent agent, Code code, int pc) {
    Integer operation = Frames.lateOperand(agent, code, pc);
    if (operation != null) {
      agent.wait = new Wait.ForOperation(operation);
    }
    return operation != null;
  }

  /**
   * A value that lands in a register which an instruction writes, or leaves with its function, is
   * not needed: the assignment of variables to registers, and the functions that are called, are
   * the compiler's business.
   */
  private static void overwriteLate(Agent agent, Code code, int pc) {
    if (code.numbers[pc] == Code.RETURN) {
      agent.leave(agent.base);
    }
    int written = code.body[pc].dst();
    if (written >= 0 && code.numbers[pc] != Code.MOVE) {
      agent.overwrite(agent.base + written);
    }
  }

  /** Steps that others can see; false if the guard does not hold. */
  private boolean communicate(Agent agent, Instruction instruction) {
    return switch (instruction) {
      case Instruction.Invoke invoke -> invoke(agent, invoke);
      case Instruction.Enqueue enqueue -> {
        device.enqueue(agent, enqueue);
        yield true;
      }
      case Instruction.Arrive arrive -> meetings.arrive(agent, arrive);
      case Instruction.Depart depart -> meetings.depart(agent, depart);
      case Instruction.ThreadFence fence -> completion.threadFence(agent, fence);
      default -> communication.execute(agent, instruction);
    };
  }

  private boolean invoke(Agent agent, Instruction.Invoke invoke) {
    if (invoke.call().has(CallTrait.PRINTS)) {
      plainLoads.prints(agent);
    }
    RuntimeCall called = (RuntimeCall) invoke.call();
    ServiceCall call =
        new ServiceCall(layers, agent, called, Frames.values(agent, invoke.arguments()));
    long result = called.serve(call);
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
}
