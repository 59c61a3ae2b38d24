package org.shmemlab.model.code;

import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/**
 * Holds a function ready to be executed: its instructions, each with a number that the interpreter
 * can switch on.
 */
public final class Code {
  public static final int CONST = 0;
  public static final int MOVE = 1;
  public static final int BINARY_I32 = 2;
  public static final int BINARY_U32 = 3;
  public static final int BINARY_I64 = 4;
  public static final int BINARY_U64 = 5;
  public static final int BINARY_F32 = 6;
  public static final int BINARY_F64 = 7;
  public static final int UNARY = 8;
  public static final int CONVERT = 9;
  public static final int COMPUTE = 10;
  public static final int SPECIAL = 11;
  public static final int JUMP = 12;
  public static final int BRANCH = 13;
  public static final int CALL = 14;
  public static final int CALL_INDIRECT = 15;
  public static final int RETURN = 16;
  public static final int SLOT_ADDRESS = 17;
  public static final int LOAD = 18;
  public static final int STORE = 19;
  public static final int COPY = 20;
  public static final int CLEAR = 21;

  public static final int ROUND = 22;
  public static final int ROUNDED = 23;

  /** Instructions that are visible to others. */
  static final int OTHER = 24;

  /** Added to the number of an instruction at which a compiled region may begin. */
  public static final int BEGINS = 0x40;

  public final AgentCode source;
  public final byte[] numbers;
  public final byte[] steps; // numbers, with BEGINS where regions may begin
  public final Instruction[] body;
  public final int registers;
  public final int slots;
  // For each instruction, the number of invisible ones from it on; 0 after the last.
  private final int[] own;
  private final @Nullable ImmutableIntArray[] operands;
  private @Nullable LiveRegisters live;
  private @Nullable BitSet loops;
  private volatile int @Nullable [] unsetAtEntry;

  public Code(AgentCode source) {
    this.source = source;
    this.body = source.body().toArray(Instruction[]::new);
    this.registers = source.registers();
    this.slots = source.slots().size();
    this.operands = new ImmutableIntArray[body.length];
    this.numbers = new byte[body.length];
    for (int i = 0; i < body.length; i++) {
      numbers[i] = (byte) number(body[i]);
    }
    this.steps = numbers.clone();
    markBegins();
    this.own = new int[body.length + 1];
    for (int i = body.length - 1; i >= 0; i--) {
      own[i] = countOwn(i);
    }
  }

  // The start of the function, the heads of its loops, and the places after visible instructions.
  private void markBegins() {
    steps[0] |= BEGINS;
    for (int pc = 0; pc < body.length; pc++) {
      switch (body[pc]) {
        case Instruction.Jump jump -> markIfBack(jump.target(), pc);
        case Instruction.Branch branch -> {
          markIfBack(branch.ifTrue(), pc);
          markIfBack(branch.ifFalse(), pc);
        }
        case Instruction.Computation _, Instruction.Load _, Instruction.Store _ -> {}
        default -> {
          if (pc + 1 < body.length) {
            steps[pc + 1] |= BEGINS;
          }
        }
      }
    }
  }

  private void markIfBack(int target, int pc) {
    if (target <= pc) {
      steps[target] |= BEGINS;
    }
  }

  private int countOwn(int pc) {
    return switch (body[pc]) {
      case Instruction.ThreadFence fence -> fence.isSequential() ? 0 : own[pc + 1] + 1;
      case Instruction.Computation _ -> own[pc + 1] + 1;
      case Instruction.Jump jump -> jump.target() > pc ? own[jump.target()] + 1 : 1;
      case Instruction.Branch _, Instruction.Call _, Instruction.CallIndirect _ -> 1;
      case Instruction.Load _, Instruction.Store _, Instruction.Copy _, Instruction.Clear _ ->
          line(pc).equals(SourceLine.ORDERED_BY_ITSELF) ? own[pc + 1] + 1 : 0;
      default -> 0;
    };
  }

  /** The number of invisible instructions from this one on. */
  public int own(int pc) {
    return own[pc];
  }

  /** The live registers of each instruction; computed when first asked for. */
  public synchronized LiveRegisters live() {
    if (live == null) {
      live = new LiveRegisters(this);
    }
    return live;
  }

  /** Whether the value of a register before an instruction is never read. */
  public boolean isUnread(int pc, int register) {
    return register == Instruction.NO_REGISTER || !live().before(pc).get(register);
  }

  /**
   * Registers that some way through the function reads before it writes them: variables without an
   * initialiser. Not to be changed.
   */
  public int[] unsetAtEntry() {
    int[] known = unsetAtEntry;
    if (known == null) {
      int parameters = source.parameters().size();
      known = live().before(0).stream().filter(register -> register >= parameters).toArray();
      unsetAtEntry = known; // every thread computes the same value
    }
    return known;
  }

  /** Whether an instruction is a test that computation alone may lead back to. */
  public synchronized boolean mayComeBack(int pc) {
    if (loops == null) {
      loops = Loops.of(body);
    }
    return loops.get(pc);
  }

  /**
   * The call of a collective, or of another meeting, that an instruction begins or returns from;
   * null if it does neither.
   */
  public Instruction.@Nullable Arrive meeting(int pc) {
    Instruction begins = body[pc] instanceof Instruction.Depart ? body[pc - 1] : body[pc];
    return begins instanceof Instruction.Arrive call ? call : null;
  }

  /** The registers whose values an instruction waits for; a move waits no more than its source. */
  public ImmutableIntArray operands(int pc) {
    ImmutableIntArray known = operands[pc];
    if (known == null) {
      known = numbers[pc] == MOVE ? ImmutableIntArray.of() : body[pc].operands();
      operands[pc] = known; // every thread computes the same value
    }
    return known;
  }

  public SourceLine line(int pc) {
    return source.lines().get(Math.min(pc, body.length - 1));
  }

  private static int number(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Const _ -> CONST;
      case Instruction.Move _ -> MOVE;
      case Instruction.Binary binary -> binary(binary.type());
      case Instruction.Unary _ -> UNARY;
      case Instruction.Convert _ -> CONVERT;
      case Instruction.Compute _ -> COMPUTE;
      case Instruction.Round _ -> ROUND;
      case Instruction.Rounded _ -> ROUNDED;
      case Instruction.Special _ -> SPECIAL;
      case Instruction.Jump _ -> JUMP;
      case Instruction.Branch _ -> BRANCH;
      case Instruction.Call _ -> CALL;
      case Instruction.CallIndirect _ -> CALL_INDIRECT;
      case Instruction.Return _ -> RETURN;
      case Instruction.SlotAddress _ -> SLOT_ADDRESS;
      case Instruction.Load _ -> LOAD;
      case Instruction.Store _ -> STORE;
      case Instruction.Copy _ -> COPY;
      case Instruction.Clear _ -> CLEAR;
      default -> OTHER;
    };
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
