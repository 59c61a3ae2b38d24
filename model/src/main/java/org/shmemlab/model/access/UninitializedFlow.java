package org.shmemlab.model.access;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;

/**
 * Follows bits without a value through an agent's computation, bit by bit. Copying them and
 * computing with them is allowed, as structures have padding and loops read ahead; a program is
 * undefined where they decide something: a branch, an address, an operand of a call, output, or a
 * result.
 *
 * <p>The rules are those of Seward and Nethercote, Using Valgrind to detect undefined value errors
 * with bit-precision (USENIX 2005), section 2.5: a zero in an AND and a one in an OR decide their
 * bit; a sum is undecided from its lowest undecided bit on; two numbers that differ in a decided
 * bit are not equal.
 */
public final class UninitializedFlow {
  private static final long ALL = -1;

  private UninitializedFlow() {}

  /**
   * Applies the next instruction to an agent's bits without a value, before it is executed. It may
   * be applied twice.
   *
   * @throws Fault if they decide something
   */
  public static void follow(Agent agent, Instruction next) {
    switch (next) {
      case Instruction.Move i -> put(agent, i.dst(), of(agent, i.src()));
      case Instruction.Binary i -> put(agent, i.dst(), binary(agent, i));
      case Instruction.Unary i -> put(agent, i.dst(), unary(agent, i));
      case Instruction.Convert i -> {
        Uninitialized from = of(agent, i.a());
        boolean exact = !i.from().floating() && !i.to().floating();
        put(agent, i.dst(), from == null ? null : part(from, i.to(), exact ? from.bits() : ALL));
      }
      case Instruction.Round i -> {
        Uninitialized from = of(agent, i.a());
        put(agent, i.dst(), from == null ? null : from.with(ALL));
      }
      case Instruction.Rounded i -> computes(agent, i.dst(), i.a(), i.b(), i.c());
      case Instruction.Compute i -> computes(agent, i.dst(), i.a(), i.b(), i.c());
      case Instruction.Branch i -> {
        Uninitialized condition = of(agent, i.condition());
        if (condition != null && (value(agent, i.condition()) & ~condition.bits()) == 0) {
          throw condition.usedBy("a condition");
        }
      }
      case Instruction.Load i -> {
        require(agent, i.address(), "an address");
        put(agent, i.dst(), null);
      }
      case Instruction.Store i -> require(agent, i.address(), "an address");
      case Instruction.Copy i -> {
        require(agent, i.destination(), "an address");
        require(agent, i.source(), "an address");
      }
      case Instruction.Clear i -> require(agent, i.destination(), "an address");
      case Instruction.Atomic i -> {
        require(agent, i.address(), "an address");
        put(agent, i.dst(), null);
      }
      case Instruction.Arrive i when i.kind() == MeetingKind.WARP_SHUFFLE -> {
        // it copies its value, so that only the lane that uses it needs one
        require(agent, i.arguments().get(0), "an argument of this call");
        require(agent, i.arguments().get(2), "an argument of this call");
      }
      case Instruction.Depart _ -> {} // the meeting says whether its result is a value
      case Instruction.Call _ -> {} // the callee has them
      case Instruction.CallIndirect i -> require(agent, i.address(), "an address");
      case Instruction.Return i -> {
        if (agent.depth == 0) {
          require(agent, i.src(), "the value that is returned here");
        }
      }
      case Instruction.PutValue i -> {
        require(agent, i.remote(), "an address");
        require(agent, i.pe(), "an argument of this call");
        require(agent, i.context(), "an argument of this call");
      }
      default -> {
        requireArguments(agent, next);
        put(agent, next.dst(), null);
      }
    }
  }

  /** From here on every register that an instruction reads counts as one that holds a value. */
  public static void accept(Agent agent, Instruction next) {
    ImmutableIntArray read = next.operands();
    for (int k = 0; k < read.length(); k++) {
      put(agent, read.get(k), null);
    }
  }

  /**
   * Fails unless every register that a call reads holds a value.
   *
   * @throws Fault if one does not
   */
  public static void requireArguments(Agent agent, Instruction call) {
    ImmutableIntArray read = call.operands();
    for (int k = 0; k < read.length(); k++) {
      require(agent, read.get(k), "an argument of this call");
    }
  }

  /** The bits without a value in the word of an atomic. */
  public static @Nullable Uninitialized update(
      AtomicOp op, ScalarType type, @Nullable Uninitialized old, @Nullable Uninitialized operands) {
    return switch (op) {
      case FETCH -> old;
      case SET -> operands;
      case COMPARE_SWAP,
          ADD,
          SUB,
          AND,
          OR,
          XOR,
          MIN,
          MAX,
          INCREMENT_WRAP,
          DECREMENT_WRAP,
          ARRIVE -> {
        Uninitialized any = either(old, operands);
        yield any == null ? null : part(any, type, ALL);
      }
    };
  }

  /** One of two, where there is one. */
  public static @Nullable Uninitialized either(
      @Nullable Uninitialized one, @Nullable Uninitialized other) {
    return one != null ? one : other;
  }

  // A result of which every bit depends on each operand.
  private static void computes(Agent agent, int dst, int a, int b, int c) {
    Uninitialized any = either(of(agent, a), either(of(agent, b), of(agent, c)));
    put(agent, dst, any == null ? null : any.with(ALL));
  }

  private static @Nullable Uninitialized binary(Agent agent, Instruction.Binary i) {
    Uninitialized first = of(agent, i.a());
    Uninitialized second = of(agent, i.b());
    Uninitialized any = either(first, second);
    if (any == null) {
      return null;
    }
    boolean comparison =
        switch (i.op()) {
          case EQ, NE, LT, LE, GT, GE -> true;
          default -> false;
        };
    ScalarType type = i.type();
    long a = value(agent, i.a());
    long b = value(agent, i.b());
    long ua = first == null ? 0 : first.bits();
    long ub = second == null ? 0 : second.bits();
    if (type.floating()) {
      return part(any, type, comparison ? 1 : ALL);
    }
    int count = (int) b & (8 * type.bytes() - 1);
    return switch (i.op()) {
      case AND -> part(any, type, (ua | ub) & (a | ua) & (b | ub));
      case OR -> part(any, type, (ua | ub) & (~a | ua) & (~b | ub));
      case XOR -> part(any, type, ua | ub);
      case ADD, SUB, MUL -> part(any, type, upwards(ua | ub));
      case SHL -> part(any, type, second == null ? ua << count : ALL);
      case SHR ->
          part(any, type, second != null ? ALL : type.signed() ? ua >> count : ua >>> count);
      case DIV, REM -> {
        if (second != null) {
          throw second.usedBy("a division");
        }
        yield part(any, type, ALL);
      }
      case EQ, NE -> ((a ^ b) & ~(ua | ub)) != 0 ? null : any.with(1);
      case LT, LE, GT, GE -> any.with(1);
    };
  }

  private static @Nullable Uninitialized unary(Agent agent, Instruction.Unary i) {
    Uninitialized of = of(agent, i.a());
    if (of == null) {
      return null;
    }
    return switch (i.op()) {
      case NEG -> part(of, i.type(), i.type().floating() ? ALL : upwards(of.bits()));
      case COMPLEMENT -> part(of, i.type(), of.bits());
      case NOT ->
          !i.type().floating() && (value(agent, i.a()) & ~of.bits()) != 0 ? null : of.with(1);
    };
  }

  // The lowest bit and all above it.
  private static long upwards(long bits) {
    return bits | -bits;
  }

  private static @Nullable Uninitialized part(Uninitialized whole, ScalarType type, long bits) {
    long canonical = type.canonical(bits);
    return canonical == 0 ? null : whole.with(canonical);
  }

  private static void require(Agent agent, int register, String use) {
    Uninitialized unset = of(agent, register);
    if (unset != null) {
      throw unset.usedBy(use);
    }
  }

  private static @Nullable Uninitialized of(Agent agent, int register) {
    return register == Instruction.NO_REGISTER ? null : agent.unset(agent.base + register);
  }

  private static void put(Agent agent, int register, @Nullable Uninitialized unset) {
    if (register != Instruction.NO_REGISTER) {
      agent.unset(agent.base + register, unset);
    }
  }

  private static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }
}
