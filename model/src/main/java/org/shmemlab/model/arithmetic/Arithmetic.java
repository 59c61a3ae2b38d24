package org.shmemlab.model.arithmetic;

import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Mbarrier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/** Computes C's operators on registers. */
public final class Arithmetic {
  private static final long QUIET_FLOAT = 0x0040_0000L;
  private static final long QUIET_DOUBLE = 0x0008_0000_0000_0000L;
  private static final long INVALID_FLOAT = 0xFFC0_0000L;
  private static final long INVALID_DOUBLE = 0xFFF8_0000_0000_0000L;

  private Arithmetic() {}

  public static int i32(BinaryOp op, int a, int b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / divisor(b);
      case REM -> a % divisor(b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << b;
      case SHR -> a >> b;
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
    };
  }

  public static long u32(BinaryOp op, long a, long b) {
    return switch (op) {
      case ADD -> (a + b) & 0xFFFF_FFFFL;
      case SUB -> (a - b) & 0xFFFF_FFFFL;
      case MUL -> (a * b) & 0xFFFF_FFFFL;
      case DIV -> a / divisor(b);
      case REM -> a % divisor(b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> (a << (b & 31)) & 0xFFFF_FFFFL;
      case SHR -> a >>> (b & 31);
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
    };
  }

  public static long i64(BinaryOp op, long a, long b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / divisor(b);
      case REM -> a % divisor(b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << b;
      case SHR -> a >> b;
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
    };
  }

  public static long u64(BinaryOp op, long a, long b) {
    return switch (op) {
      case DIV -> Long.divideUnsigned(a, divisor(b));
      case REM -> Long.remainderUnsigned(a, divisor(b));
      case SHR -> a >>> b;
      case LT -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case LE -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
      case GT -> Long.compareUnsigned(a, b) > 0 ? 1 : 0;
      case GE -> Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
      default -> i64(op, a, b);
    };
  }

  static long f32(BinaryOp op, float a, float b) {
    return switch (op) {
      case ADD -> result(a + b, a, b);
      case SUB -> result(a - b, a, b);
      case MUL -> result(a * b, a, b);
      case DIV -> result(a / b, a, b);
      case REM -> result(a % b, a, b);
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
      case AND, OR, XOR, SHL, SHR -> throw new IllegalStateException(op + " on float");
    };
  }

  static long f64(BinaryOp op, double a, double b) {
    return switch (op) {
      case ADD -> result(a + b, a, b);
      case SUB -> result(a - b, a, b);
      case MUL -> result(a * b, a, b);
      case DIV -> result(a / b, a, b);
      case REM -> result(a % b, a, b);
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
      case AND, OR, XOR, SHL, SHR -> throw new IllegalStateException(op + " on double");
    };
  }

  /** Any operator on registers of any arithmetic type. */
  public static long binary(BinaryOp op, ScalarType type, long a, long b) {
    return switch (type) {
      case I8, I16, I32 -> type.canonical(i32(op, (int) a, (int) b));
      case U8, U16, U32 -> type.canonical(u32(op, a, b));
      case I64 -> i64(op, a, b);
      case U64 -> u64(op, a, b);
      case F32 -> f32(op, asFloat(a), asFloat(b));
      case F64 -> f64(op, asDouble(a), asDouble(b));
      case F16 -> f16(op, asHalf(a), asHalf(b));
    };
  }

  // Float holds twice the digits of half and two more: rounding its result again is exact.
  private static long f16(BinaryOp op, float a, float b) {
    long result = f32(op, a, b);
    return switch (op) {
      case EQ, NE, LT, LE, GT, GE -> result;
      default -> ScalarType.halfBits(asFloat(result));
    };
  }

  public static long unary(UnaryOp op, ScalarType type, long a) {
    return switch (op) {
      case NOT -> isZero(type, a) ? 1 : 0;
      case COMPLEMENT -> type.canonical(~a);
      case NEG ->
          switch (type) {
            case F32 -> (a ^ 0x8000_0000L) & 0xFFFF_FFFFL;
            case F64 -> a ^ Long.MIN_VALUE;
            case F16 -> a ^ 0x8000;
            default -> type.canonical(-a);
          };
    };
  }

  private static boolean isZero(ScalarType type, long a) {
    return switch (type) {
      case F32 -> asFloat(a) == 0;
      case F64 -> asDouble(a) == 0;
      case F16 -> asHalf(a) == 0;
      default -> a == 0;
    };
  }

  public static long convert(ScalarType from, ScalarType to, long a) {
    if (from == to) {
      return a;
    }
    if (!from.floating()) {
      return switch (to) {
        case F32 -> bits(from == ScalarType.U64 ? unsignedToFloat(a) : (float) a);
        case F64 -> bits(from == ScalarType.U64 ? unsignedToDouble(a) : (double) a);
        case F16 -> ScalarType.halfBits(from == ScalarType.U64 ? unsignedToFloat(a) : (float) a);
        default -> to.canonical(a);
      };
    }
    double value =
        switch (from) {
          case F32 -> asFloat(a);
          case F16 -> asHalf(a);
          default -> asDouble(a);
        };
    return switch (to) {
      case F64 -> bits(value);
      case F32 -> bits((float) value);
      case F16 -> ScalarType.halfBits(value);
      case U64 -> doubleToUnsigned(value);
      case I64 -> (long) value;
      case U32 -> value <= 0 ? 0 : value >= 0x1p32 ? 0xFFFF_FFFFL : (long) value;
      case I32 -> (int) value;
      case I8, U8, I16, U16 -> to.canonical((int) value);
    };
  }

  public static long compute(MathFunction function, ScalarType type, long a, long b, long c) {
    return switch (type) {
      case F32 -> FloatingMath.compute(function, true, asFloat(a), asFloat(b), asFloat(c));
      case F64 -> FloatingMath.compute(function, false, asDouble(a), asDouble(b), asDouble(c));
      default -> integer(function, type, a, b);
    };
  }

  private static long integer(MathFunction function, ScalarType type, long a, long b) {
    boolean wide = type.bytes() == 8;
    return switch (function) {
      case ABS -> type.canonical(a < 0 ? -a : a);
      case MIN, MAX -> choose(function, type, a, b);
      case POPCOUNT -> Long.bitCount(wide ? a : a & 0xFFFF_FFFFL);
      case LEADING_ZEROS ->
          wide ? Long.numberOfLeadingZeros(a) : Integer.numberOfLeadingZeros((int) a);
      case FIND_FIRST_SET -> a == 0 ? 0 : Long.numberOfTrailingZeros(a) + 1;
      case REVERSE_BITS -> type.canonical(wide ? Long.reverse(a) : Integer.reverse((int) a));
      case MUL_HIGH ->
          wide
              ? (type.signed() ? Math.multiplyHigh(a, b) : Math.unsignedMultiplyHigh(a, b))
              : type.canonical(type.signed() ? (a * b) >> 32 : (a * b) >>> 32);
      default -> throw new IllegalStateException(function + " on " + type);
    };
  }

  /** The lesser or greater of two registers. */
  public static long choose(MathFunction function, ScalarType type, long a, long b) {
    BinaryOp better = function == MathFunction.MIN ? BinaryOp.LE : BinaryOp.GE;
    return binary(better, type, a, b) != 0 ? a : b;
  }

  /** The new value of a word that holds {@code old}. */
  public static long update(AtomicOp op, ScalarType type, long old, long operand, long compare) {
    return switch (op) {
      case FETCH -> old;
      case SET -> operand;
      case COMPARE_SWAP -> old == compare ? operand : old;
      case ADD -> binary(BinaryOp.ADD, type, old, operand);
      case SUB -> binary(BinaryOp.SUB, type, old, operand);
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> binary(BinaryOp.LT, type, operand, old) != 0 ? operand : old;
      case MAX -> binary(BinaryOp.GT, type, operand, old) != 0 ? operand : old;
      case INCREMENT_WRAP ->
          binary(BinaryOp.GE, type, old, operand) != 0 ? 0 : binary(BinaryOp.ADD, type, old, 1);
      case DECREMENT_WRAP ->
          old == 0 || binary(BinaryOp.GT, type, old, operand) != 0
              ? operand
              : binary(BinaryOp.SUB, type, old, 1);
      case ARRIVE -> arrive(old, operand);
    };
  }

  private static long arrive(long old, long operand) {
    long word = Mbarrier.arrive(old, operand);
    if (word < 0) {
      throw new Fault("more arrives at an mbarrier than its phase waits for");
    }
    return word;
  }

  public static float asFloat(long register) {
    return Float.intBitsToFloat((int) register);
  }

  public static double asDouble(long register) {
    return Double.longBitsToDouble(register);
  }

  private static float asHalf(long register) {
    return Float.float16ToFloat((short) register);
  }

  /**
   * The register form of an operator's result. The JVM leaves open which NaN results; here it is
   * that of an x86-64: the first operand that is one, quieted, else the default one.
   */
  public static long result(float value, float a, float b) {
    if (!Float.isNaN(value)) {
      return bits(value);
    }
    return Float.isNaN(a)
        ? bits(a) | QUIET_FLOAT
        : Float.isNaN(b) ? bits(b) | QUIET_FLOAT : INVALID_FLOAT;
  }

  /** The same of {@code double}. */
  public static long result(double value, double a, double b) {
    if (!Double.isNaN(value)) {
      return bits(value);
    }
    return Double.isNaN(a)
        ? bits(a) | QUIET_DOUBLE
        : Double.isNaN(b) ? bits(b) | QUIET_DOUBLE : INVALID_DOUBLE;
  }

  static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }

  static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static int divisor(int b) {
    if (b == 0) {
      throw new Fault("integer division by zero");
    }
    return b;
  }

  private static long divisor(long b) {
    if (b == 0) {
      throw new Fault("integer division by zero");
    }
    return b;
  }

  // The halved value keeps its lowest bit sticky, so that rounding happens once.
  private static double unsignedToDouble(long a) {
    return a >= 0 ? (double) a : (double) ((a >>> 1) | (a & 1)) * 2;
  }

  private static float unsignedToFloat(long a) {
    return a >= 0 ? (float) a : (float) ((a >>> 1) | (a & 1)) * 2;
  }

  private static long doubleToUnsigned(double value) {
    if (!(value > 0)) {
      return (long) value; // as x86-64 and GPUs agree for small negative values: wraps
    }
    if (value < 0x1p63) {
      return (long) value;
    }
    return value >= 0x1p64 ? -1 : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
  }
}
