package org.shmemlab.scenarios.code;

import java.util.OptionalLong;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/**
 * Computes on constants as the machine would on registers: values are in the register form of their
 * type, results too.
 */
public final class Folding {
  private Folding() {}

  /** a op b, or nothing where running it would be a fault. */
  public static OptionalLong binary(BinaryOp op, ScalarType type, long a, long b) {
    return switch (type) {
      case F32 -> OptionalLong.of(floating(op, toFloat(a), toFloat(b)));
      case F64 -> OptionalLong.of(floating(op, toDouble(a), toDouble(b)));
      default -> integer(op, type, a, b);
    };
  }

  public static long unary(UnaryOp op, ScalarType type, long a) {
    return switch (op) {
      case NOT -> truth(type, a) ? 0 : 1;
      case COMPLEMENT -> type.canonical(~a);
      case NEG ->
          switch (type) {
            case F32 -> bits(-toFloat(a));
            case F64 -> bits(-toDouble(a));
            default -> type.canonical(-a);
          };
    };
  }

  /** Whether a value counts as true. */
  public static boolean truth(ScalarType type, long a) {
    return switch (type) {
      case F32 -> toFloat(a) != 0;
      case F64 -> toDouble(a) != 0;
      default -> a != 0;
    };
  }

  public static long convert(ScalarType from, ScalarType to, long a) {
    return switch (to) {
      case F32 -> bits(from == ScalarType.F64 ? (float) toDouble(a) : asFloat(from, a));
      case F64 -> bits(asDouble(from, a));
      case F16 -> ScalarType.halfBits(asDouble(from, a));
      default -> from.floating() ? toInteger(asDouble(from, a), to) : to.canonical(a);
    };
  }

  /** Whether every register of one type is a register of the other with the same meaning. */
  public static boolean sameForm(ScalarType from, ScalarType to) {
    if (from == to) {
      return true;
    }
    if (from.floating() || to.floating()) {
      return false;
    }
    if (from.bytes() == 8 && to.bytes() == 8) {
      return true;
    }
    if (from.signed() && !to.signed()) {
      return to.bytes() == 8; // C demands sign extension
    }
    return from.signed() == to.signed() ? from.bytes() <= to.bytes() : from.bytes() < to.bytes();
  }

  public static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }

  public static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static float toFloat(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  private static double toDouble(long bits) {
    return Double.longBitsToDouble(bits);
  }

  private static float asFloat(ScalarType from, long a) {
    return switch (from) {
      case F32 -> toFloat(a);
      case F16 -> Float.float16ToFloat((short) a);
      case U64 -> unsignedToFloat(a);
      default -> (float) a;
    };
  }

  private static double asDouble(ScalarType from, long a) {
    return switch (from) {
      case F64 -> toDouble(a);
      case F32, F16 -> asFloat(from, a);
      case U64 -> unsignedToDouble(a);
      default -> (double) a;
    };
  }

  /** Halving keeps the last bit, so that the rounding is that of the whole number. */
  private static double unsignedToDouble(long a) {
    return a >= 0 ? (double) a : 2.0 * (double) ((a >>> 1) | (a & 1));
  }

  private static float unsignedToFloat(long a) {
    return a >= 0 ? (float) a : 2.0f * (float) ((a >>> 1) | (a & 1));
  }

  /** Truncates and saturates, as GPUs do. */
  private static long toInteger(double value, ScalarType to) {
    return switch (to) {
      case I64 -> (long) value;
      case U64 -> value < 0x1p63 ? Math.max((long) value, 0) : toUnsigned(value);
      case I32 -> (int) value;
      case U32 -> Math.clamp((long) value, 0L, 0xFFFF_FFFFL);
      case I16 -> Math.clamp((long) value, Short.MIN_VALUE, Short.MAX_VALUE);
      case U16 -> Math.clamp((long) value, 0, 0xFFFF);
      case I8 -> Math.clamp((long) value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      default -> Math.clamp((long) value, 0, 0xFF);
    };
  }

  private static long toUnsigned(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    return value >= 0x1p64 ? -1L : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
  }

  private static long floating(BinaryOp op, float a, float b) {
    return switch (op) {
      case ADD -> bits(a + b);
      case SUB -> bits(a - b);
      case MUL -> bits(a * b);
      case DIV -> bits(a / b);
      case REM -> bits(a % b);
      default -> compare(op, a, b);
    };
  }

  private static long floating(BinaryOp op, double a, double b) {
    return switch (op) {
      case ADD -> bits(a + b);
      case SUB -> bits(a - b);
      case MUL -> bits(a * b);
      case DIV -> bits(a / b);
      case REM -> bits(a % b);
      default -> compare(op, a, b);
    };
  }

  private static long compare(BinaryOp op, double a, double b) {
    boolean holds =
        switch (op) {
          case EQ -> a == b;
          case NE -> a != b;
          case LT -> a < b;
          case LE -> a <= b;
          case GT -> a > b;
          case GE -> a >= b;
          default -> throw new IllegalArgumentException(op + " of floating values");
        };
    return holds ? 1 : 0;
  }

  private static OptionalLong integer(BinaryOp op, ScalarType type, long a, long b) {
    if ((op == BinaryOp.DIV || op == BinaryOp.REM) && b == 0) {
      return OptionalLong.empty();
    }
    boolean signed = type.signed();
    int order = signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
    int count = (int) b & (type.bytes() * 8 - 1);
    long result =
        switch (op) {
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL -> a * b;
          case DIV -> signed ? a / b : Long.divideUnsigned(a, b);
          case REM -> signed ? a % b : Long.remainderUnsigned(a, b);
          case AND -> a & b;
          case OR -> a | b;
          case XOR -> a ^ b;
          case SHL -> a << count;
          case SHR -> signed ? a >> count : a >>> count;
          case EQ -> order == 0 ? 1 : 0;
          case NE -> order != 0 ? 1 : 0;
          case LT -> order < 0 ? 1 : 0;
          case LE -> order <= 0 ? 1 : 0;
          case GT -> order > 0 ? 1 : 0;
          case GE -> order >= 0 ? 1 : 0;
        };
    return OptionalLong.of(type.canonical(result));
  }
}
