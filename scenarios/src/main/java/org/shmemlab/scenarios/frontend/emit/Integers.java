package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Emits arithmetic on integers of up to 64 bits. A register holds one sign-extended; that keeps the
 * order of unsigned numbers, too, when they are compared as 64-bit ones.
 */
public final class Integers {
  private static final int NONE = Instruction.NO_REGISTER;

  private final FunctionCode f;

  public Integers(FunctionCode f) {
    this.f = f;
  }

  private CodeBuilder code() {
    return f.code();
  }

  /** The register form of a number whose low bits are right. */
  public int wrapped(Leaf leaf, int value) {
    if (leaf.isTruth()) {
      return f.binary(BinaryOp.AND, ScalarType.I64, value, code().constant(1));
    }
    if (leaf.bits() == 64) {
      return value;
    }
    if (leaf.isWhole()) {
      return f.convert(ScalarType.I64, leaf.scalar(), value);
    }
    int distance = code().constant(64 - leaf.bits());
    int up = f.binary(BinaryOp.SHL, ScalarType.I64, value, distance);
    return f.binary(BinaryOp.SHR, ScalarType.I64, up, distance);
  }

  /** The same bits as a number that is not negative. */
  public int unsigned(Leaf leaf, int value) {
    if (leaf.isTruth() || leaf.bits() == 64) {
      return value;
    }
    if (leaf.isWhole()) {
      return f.convert(leaf.scalar(), Scalars.unsigned(leaf.scalar()), value);
    }
    long mask = (1L << leaf.bits()) - 1;
    return f.binary(BinaryOp.AND, ScalarType.I64, value, code().constant(mask));
  }

  /**
   * An operator of LLVM on two registers of one type.
   *
   * @param knownShift whether b is a number above zero that is known now
   */
  public int operate(int opcode, Leaf leaf, int a, int b, boolean knownShift) {
    ScalarType type = leaf.bits() > 32 ? ScalarType.I64 : ScalarType.I32;
    boolean exact = leaf.bits() == 32 || leaf.bits() == 64;
    return switch (opcode) {
      case Opcode.ADD -> fit(leaf, exact, f.binary(BinaryOp.ADD, type, a, b));
      case Opcode.SUB -> fit(leaf, exact, f.binary(BinaryOp.SUB, type, a, b));
      case Opcode.MUL -> fit(leaf, exact, f.binary(BinaryOp.MUL, type, a, b));
      case Opcode.SHL -> fit(leaf, exact, f.binary(BinaryOp.SHL, type, a, b));
      case Opcode.SDIV -> fit(leaf, exact, f.binary(BinaryOp.DIV, type, a, b));
      case Opcode.SREM -> f.binary(BinaryOp.REM, type, a, b);
      case Opcode.UDIV -> unsignedOperation(BinaryOp.DIV, leaf, a, b);
      case Opcode.UREM -> unsignedOperation(BinaryOp.REM, leaf, a, b);
      case Opcode.AND -> f.binary(BinaryOp.AND, type, a, b);
      case Opcode.OR -> f.binary(BinaryOp.OR, type, a, b);
      case Opcode.XOR -> f.binary(BinaryOp.XOR, type, a, b);
      case Opcode.ASHR -> f.binary(BinaryOp.SHR, type, a, b);
      case Opcode.LSHR -> {
        ScalarType wide = leaf.bits() > 32 ? ScalarType.U64 : ScalarType.U32;
        int shifted = f.binary(BinaryOp.SHR, wide, unsigned(leaf, a), b);
        yield leaf.bits() == 64 || knownShift ? shifted : wrapped(leaf, shifted);
      }
      default -> throw new NotSupported("an operator of number " + opcode);
    };
  }

  private int fit(Leaf leaf, boolean exact, int value) {
    return exact ? value : wrapped(leaf, value);
  }

  private int unsignedOperation(BinaryOp op, Leaf leaf, int a, int b) {
    ScalarType wide = leaf.bits() > 32 ? ScalarType.U64 : ScalarType.U32;
    int value = f.binary(op, wide, unsigned(leaf, a), unsigned(leaf, b));
    return leaf.bits() == 64 ? value : wrapped(leaf, value);
  }

  /** A comparison by {@code LLVMIntPredicate}. */
  public int compare(int predicate, int a, int b) {
    return switch (predicate) {
      case 32 -> f.binary(BinaryOp.EQ, ScalarType.I64, a, b);
      case 33 -> f.binary(BinaryOp.NE, ScalarType.I64, a, b);
      case 34 -> f.binary(BinaryOp.GT, ScalarType.U64, a, b);
      case 35 -> f.binary(BinaryOp.GE, ScalarType.U64, a, b);
      case 36 -> f.binary(BinaryOp.LT, ScalarType.U64, a, b);
      case 37 -> f.binary(BinaryOp.LE, ScalarType.U64, a, b);
      case 38 -> f.binary(BinaryOp.GT, ScalarType.I64, a, b);
      case 39 -> f.binary(BinaryOp.GE, ScalarType.I64, a, b);
      case 40 -> f.binary(BinaryOp.LT, ScalarType.I64, a, b);
      case 41 -> f.binary(BinaryOp.LE, ScalarType.I64, a, b);
      default -> throw new NotSupported("a comparison of number " + predicate);
    };
  }

  public int negative(int value) {
    return f.binary(BinaryOp.SUB, ScalarType.I64, code().constant(0), value);
  }

  /** The upper half of a product. */
  public int upperProduct(Leaf leaf, boolean signed, int a, int b) {
    if (leaf.bits() == 64) {
      return compute(MathFunction.MUL_HIGH, signed ? ScalarType.I64 : ScalarType.U64, a, b);
    }
    int x = signed ? a : unsigned(leaf, a);
    int y = signed ? b : unsigned(leaf, b);
    int product = f.binary(BinaryOp.MUL, ScalarType.I64, x, y);
    int upper = f.binary(BinaryOp.SHR, ScalarType.I64, product, code().constant(leaf.bits()));
    return wrapped(leaf, upper);
  }

  /** A conversion between widths. */
  public int resize(int opcode, Leaf from, Leaf to, int value) {
    return switch (opcode) {
      case Opcode.TRUNC -> wrapped(to, value);
      case Opcode.ZEXT -> unsigned(from, value);
      default -> from.isTruth() ? negative(value) : value;
    };
  }

  // ---------------------------------------------------------------- functions of bits

  /** How many bits are set. */
  public int population(Leaf leaf, int value) {
    return compute(MathFunction.POPCOUNT, ScalarType.U64, unsigned(leaf, value), NONE);
  }

  /** How many bits above the highest one are not set. */
  public int leadingZeros(Leaf leaf, int value) {
    int all = compute(MathFunction.LEADING_ZEROS, ScalarType.U64, unsigned(leaf, value), NONE);
    return f.binary(BinaryOp.SUB, ScalarType.I64, all, code().constant(64 - leaf.bits()));
  }

  /** How many bits below the lowest one are not set; the width for zero. */
  public int trailingZeros(Leaf leaf, int value) {
    int clean = unsigned(leaf, value);
    int marked =
        leaf.bits() == 64
            ? clean
            : f.binary(BinaryOp.OR, ScalarType.I64, clean, code().constant(1L << leaf.bits()));
    int found = compute(MathFunction.FIND_FIRST_SET, ScalarType.U64, marked, NONE);
    int place = f.binary(BinaryOp.SUB, ScalarType.I64, found, code().constant(1));
    if (leaf.bits() < 64) {
      return place;
    }
    // -1 for zero: the lower seven bits with the one of 64 taken away
    int zero = f.binary(BinaryOp.EQ, ScalarType.I64, value, code().constant(0));
    int more = f.binary(BinaryOp.MUL, ScalarType.I64, zero, code().constant(65));
    return f.binary(BinaryOp.ADD, ScalarType.I64, place, more);
  }

  public int reversedBits(Leaf leaf, int value) {
    int all = compute(MathFunction.REVERSE_BITS, ScalarType.U64, value, NONE);
    return leaf.bits() == 64 ? all : downTo(leaf, all);
  }

  public int reversedBytes(Leaf leaf, int value) {
    int result = code().constant(0);
    for (int i = 0; i < leaf.bits(); i += 8) {
      int low = f.binary(BinaryOp.SHR, ScalarType.U64, value, code().constant(i));
      int one = f.binary(BinaryOp.AND, ScalarType.U64, low, code().constant(0xFF));
      int place = code().constant(leaf.bits() - 8 - i);
      int put = f.binary(BinaryOp.SHL, ScalarType.U64, one, place);
      result = f.binary(BinaryOp.OR, ScalarType.U64, result, put);
    }
    return wrapped(leaf, result);
  }

  /** The high bits of a 64-bit number as one of a narrower type. */
  private int downTo(Leaf leaf, int value) {
    int distance = code().constant(64 - leaf.bits());
    return wrapped(leaf, f.binary(BinaryOp.SHR, ScalarType.U64, value, distance));
  }

  /** The first number shifted, the bits of the second following: LLVM's fshl and fshr. */
  public int funnel(Leaf leaf, boolean left, int high, int low, int distance) {
    int width = code().constant(leaf.bits());
    int count = f.binary(BinaryOp.REM, ScalarType.U64, unsigned(leaf, distance), width);
    int other = f.binary(BinaryOp.SUB, ScalarType.I64, width, count);
    int a = unsigned(leaf, high);
    int b = unsigned(leaf, low);
    int result = code().register();
    CodeBuilder.Label shifted = code().label();
    CodeBuilder.Label same = code().label();
    CodeBuilder.Label done = code().label();
    code().branch(count, shifted, same);
    code().place(shifted);
    int up = f.binary(BinaryOp.SHL, ScalarType.U64, a, left ? count : other);
    int down = f.binary(BinaryOp.SHR, ScalarType.U64, b, left ? other : count);
    f.move(result, wrapped(leaf, f.binary(BinaryOp.OR, ScalarType.U64, up, down)));
    code().jump(done);
    code().place(same);
    f.move(result, left ? high : low);
    code().place(done);
    return result;
  }

  /** The lesser or greater of two. */
  public int choose(MathFunction function, boolean signed, int a, int b) {
    return compute(function, signed ? ScalarType.I64 : ScalarType.U64, a, b);
  }

  public int absolute(Leaf leaf, int value) {
    return wrapped(leaf, compute(MathFunction.ABS, ScalarType.I64, value, NONE));
  }

  /** A function of two integers, or of one and no register. */
  public int compute(MathFunction function, ScalarType type, int a, int b) {
    int dst = code().register();
    code().emit(new Instruction.Compute(function, type, dst, a, b, NONE));
    return dst;
  }

  /** Result and whether it did not fit: LLVM's {@code *.with.overflow}. */
  public int[] checked(int opcode, boolean signed, Leaf leaf, int a, int b) {
    if (leaf.bits() < 64) {
      // in 64 bits nothing of up to 32 bits is lost; wider odd ones lose nothing in a sum
      int x = signed ? a : unsigned(leaf, a);
      int y = signed ? b : unsigned(leaf, b);
      int exact = operate(opcode, Leaf.integer(64, 0), x, y, false);
      int result = wrapped(leaf, exact);
      int again = signed ? result : unsigned(leaf, result);
      return new int[] {result, f.binary(BinaryOp.NE, ScalarType.I64, again, exact)};
    }
    int result = operate(opcode, leaf, a, b, false);
    return new int[] {result, lost(opcode, signed, a, b, result)};
  }

  private int lost(int opcode, boolean signed, int a, int b, int result) {
    int zero = code().constant(0);
    if (opcode == Opcode.MUL) {
      int high = compute(MathFunction.MUL_HIGH, signed ? ScalarType.I64 : ScalarType.U64, a, b);
      int expected =
          signed ? f.binary(BinaryOp.SHR, ScalarType.I64, result, code().constant(63)) : zero;
      return f.binary(BinaryOp.NE, ScalarType.I64, high, expected);
    }
    if (!signed) {
      return opcode == Opcode.ADD
          ? f.binary(BinaryOp.LT, ScalarType.U64, result, a)
          : f.binary(BinaryOp.LT, ScalarType.U64, a, b);
    }
    int changed = f.binary(BinaryOp.XOR, ScalarType.I64, a, result);
    int side =
        opcode == Opcode.ADD
            ? f.binary(BinaryOp.XOR, ScalarType.I64, b, result)
            : f.binary(BinaryOp.XOR, ScalarType.I64, a, b);
    int both = f.binary(BinaryOp.AND, ScalarType.I64, changed, side);
    return f.binary(BinaryOp.LT, ScalarType.I64, both, zero);
  }
}
