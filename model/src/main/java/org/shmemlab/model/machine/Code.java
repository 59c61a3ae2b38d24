package org.shmemlab.model.machine;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/**
 * A function ready to be executed: its instructions with a number beside each that the interpreter
 * can switch on.
 */
final class Code {
  static final int CONST = 0;
  static final int MOVE = 1;
  static final int BINARY_I32 = 2;
  static final int BINARY_U32 = 3;
  static final int BINARY_I64 = 4;
  static final int BINARY_U64 = 5;
  static final int BINARY_F32 = 6;
  static final int BINARY_F64 = 7;
  static final int UNARY = 8;
  static final int CONVERT = 9;
  static final int COMPUTE = 10;
  static final int SPECIAL = 11;
  static final int JUMP = 12;
  static final int BRANCH = 13;
  static final int CALL = 14;
  static final int CALL_INDIRECT = 15;
  static final int RETURN = 16;
  static final int SLOT_ADDRESS = 17;
  static final int LOAD = 18;
  static final int STORE = 19;
  static final int COPY = 20;
  static final int CLEAR = 21;
  static final int ATOMIC = 22;
  static final int THREAD_FENCE = 23;
  static final int INVOKE = 24;
  static final int ENQUEUE = 25;
  static final int TRANSFER = 26;
  static final int PUT_VALUE = 27;
  static final int GET_VALUE = 28;
  static final int AMO = 29;
  static final int AMO_FETCH_NBI = 30;
  static final int SIGNAL_UPDATE = 31;
  static final int SIGNAL_FETCH = 32;
  static final int FENCE = 33;
  static final int QUIET = 34;
  static final int WAIT_UNTIL = 35;
  static final int ARRIVE = 36;
  static final int DEPART = 37;

  private static final ImmutableMap<Class<? extends Instruction>, Integer> NUMBERS =
      ImmutableMap.<Class<? extends Instruction>, Integer>builder()
          .put(Instruction.Const.class, CONST)
          .put(Instruction.Move.class, MOVE)
          .put(Instruction.Unary.class, UNARY)
          .put(Instruction.Convert.class, CONVERT)
          .put(Instruction.Compute.class, COMPUTE)
          .put(Instruction.Special.class, SPECIAL)
          .put(Instruction.Jump.class, JUMP)
          .put(Instruction.Branch.class, BRANCH)
          .put(Instruction.Call.class, CALL)
          .put(Instruction.CallIndirect.class, CALL_INDIRECT)
          .put(Instruction.Return.class, RETURN)
          .put(Instruction.SlotAddress.class, SLOT_ADDRESS)
          .put(Instruction.Load.class, LOAD)
          .put(Instruction.Store.class, STORE)
          .put(Instruction.Copy.class, COPY)
          .put(Instruction.Clear.class, CLEAR)
          .put(Instruction.Atomic.class, ATOMIC)
          .put(Instruction.ThreadFence.class, THREAD_FENCE)
          .put(Instruction.Invoke.class, INVOKE)
          .put(Instruction.Enqueue.class, ENQUEUE)
          .put(Instruction.Transfer.class, TRANSFER)
          .put(Instruction.PutValue.class, PUT_VALUE)
          .put(Instruction.GetValue.class, GET_VALUE)
          .put(Instruction.Amo.class, AMO)
          .put(Instruction.AmoFetchNbi.class, AMO_FETCH_NBI)
          .put(Instruction.SignalUpdate.class, SIGNAL_UPDATE)
          .put(Instruction.SignalFetch.class, SIGNAL_FETCH)
          .put(Instruction.Fence.class, FENCE)
          .put(Instruction.Quiet.class, QUIET)
          .put(Instruction.WaitUntil.class, WAIT_UNTIL)
          .put(Instruction.Arrive.class, ARRIVE)
          .put(Instruction.Depart.class, DEPART)
          .buildOrThrow();

  final AgentCode source;
  final byte[] numbers;
  final Instruction[] body;
  final int registers;
  final int slots;
  private final int[] own; // instructions from here on that concern the agent alone, one by one
  private final @Nullable ImmutableIntArray[] operands;
  private @Nullable LiveRegisters live;
  private @Nullable BitSet loops;
  private volatile int @Nullable [] unsetAtEntry;

  Code(AgentCode source) {
    this.source = source;
    this.body = source.body().toArray(Instruction[]::new);
    this.registers = source.registers();
    this.slots = source.slots().size();
    this.operands = new ImmutableIntArray[body.length];
    this.numbers = new byte[body.length];
    for (int i = 0; i < body.length; i++) {
      numbers[i] = (byte) number(body[i]);
    }
    this.own = new int[body.length];
    for (int i = body.length - 1; i >= 0; i--) {
      own[i] = countOwn(i);
    }
  }

  private int countOwn(int pc) {
    return switch (numbers[pc]) {
      case CONST,
          MOVE,
          BINARY_I32,
          BINARY_U32,
          BINARY_I64,
          BINARY_U64,
          BINARY_F32,
          BINARY_F64,
          UNARY,
          CONVERT,
          COMPUTE,
          SPECIAL,
          SLOT_ADDRESS,
          THREAD_FENCE ->
          pc + 1 < own.length ? own[pc + 1] + 1 : 1;
      case JUMP -> {
        int target = ((Instruction.Jump) body[pc]).target();
        yield target > pc ? own[target] + 1 : 1;
      }
      case BRANCH, CALL, CALL_INDIRECT -> 1;
      case LOAD, STORE, COPY, CLEAR ->
          line(pc).equals(SourceLine.ORDERED_BY_ITSELF) ? own[pc + 1] + 1 : 0;
      default -> 0;
    };
  }

  /** So many instructions from this one on are nobody else's business. */
  int own(int pc) {
    return own[pc];
  }

  /** Which registers matter where; computed when first asked. */
  synchronized LiveRegisters live() {
    if (live == null) {
      live = new LiveRegisters(body);
    }
    return live;
  }

  /** Whether what a register holds before an instruction is never read. */
  boolean isUnread(int pc, int register) {
    return register == Instruction.NO_REGISTER || !live().before(pc).get(register);
  }

  /**
   * Registers that some way through the function reads before it writes them: variables without an
   * initialiser. Not to be changed.
   */
  int[] unsetAtEntry() {
    int[] known = unsetAtEntry;
    if (known == null) {
      int parameters = source.parameters().size();
      known = live().before(0).stream().filter(register -> register >= parameters).toArray();
      unsetAtEntry = known; // whoever computes it first, the value is the same
    }
    return known;
  }

  /** Whether an instruction is a look that computation alone may lead back to. */
  synchronized boolean mayComeBack(int pc) {
    if (loops == null) {
      loops = Spins.loops(body);
    }
    return loops.get(pc);
  }

  /** The registers whose values an instruction waits for; a move waits no more than its source. */
  ImmutableIntArray operands(int pc) {
    ImmutableIntArray known = operands[pc];
    if (known == null) {
      known = numbers[pc] == MOVE ? ImmutableIntArray.of() : Operands.read(body[pc]);
      operands[pc] = known; // whoever computes it first, the value is the same
    }
    return known;
  }

  SourceLine line(int pc) {
    return source.lines().get(Math.min(pc, body.length - 1));
  }

  private static int number(Instruction instruction) {
    if (instruction instanceof Instruction.Binary binary) {
      return binary(binary.type());
    }
    Integer number = NUMBERS.get(instruction.getClass());
    if (number == null) {
      throw new IllegalStateException("no number for " + instruction);
    }
    return number;
  }

  private static int binary(ScalarType type) {
    return switch (type) {
      case I32 -> BINARY_I32;
      case U32 -> BINARY_U32;
      case I64 -> BINARY_I64;
      case U64 -> BINARY_U64;
      case F32 -> BINARY_F32;
      case F64 -> BINARY_F64;
      case I8, U8, I16, U16, F16 ->
          throw new IllegalStateException("arithmetic on " + type + " must be promoted first");
    };
  }
}
