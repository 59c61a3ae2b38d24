package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Emits arithmetic on floating numbers. Functions of numbers of 16 bits are computed as {@code
 * float} and rounded, sums, products and quotients at once; a result that is not a number is that
 * of the format. A {@code long double} is a {@code double}.
 */
public final class Floats {
  private final FunctionCode f;
  private final Integers integers;

  public Floats(FunctionCode f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  /** The type that numbers of a type are computed in. */
  public static ScalarType computed(ScalarType type) {
    return type == ScalarType.F64 ? ScalarType.F64 : ScalarType.F32;
  }

  /** A number in the type that it is computed in. */
  private int widened(ScalarType type, int value) {
    return switch (type) {
      case F16 -> f.convert(ScalarType.F16, ScalarType.F32, value);
      case U16 -> f.binary(BinaryOp.SHL, ScalarType.U32, value, code().constant(16));
      default -> value;
    };
  }

  /** A computed number in the type that it is kept in. */
  private int narrowed(ScalarType type, int value) {
    return switch (type) {
      case F16 -> f.convert(ScalarType.F32, ScalarType.F16, value);
      case U16 -> rounded(FloatFormat.F32, FloatFormat.BF16, value);
      default -> value;
    };
  }

  private int rounded(FloatFormat from, FloatFormat to, int value) {
    int dst = code().register();
    code().emit(new Instruction.Round(from, to, Rounding.NEAREST_EVEN, false, dst, value));
    return dst;
  }

  private static FloatFormat format(ScalarType type) {
    return switch (type) {
      case F64 -> FloatFormat.F64;
      case F32 -> FloatFormat.F32;
      case F16 -> FloatFormat.F16;
      default -> FloatFormat.BF16;
    };
  }

  /** An operation whose exact result is rounded once, in a direction. */
  public int operate(FloatOperation op, ScalarType type, Rounding rounding, int... values) {
    int[] operands = {Instruction.NO_REGISTER, Instruction.NO_REGISTER, Instruction.NO_REGISTER};
    System.arraycopy(values, 0, operands, 0, op.arity());
    int dst = code().register();
    code()
        .emit(
            new Instruction.Rounded(
                op, format(type), rounding, dst, operands[0], operands[1], operands[2]));
    return dst;
  }

  /** An operator of LLVM on two numbers. */
  public int operate(int opcode, ScalarType type, int a, int b) {
    BinaryOp op =
        switch (opcode) {
          case Opcode.FADD -> BinaryOp.ADD;
          case Opcode.FSUB -> BinaryOp.SUB;
          case Opcode.FMUL -> BinaryOp.MUL;
          case Opcode.FDIV -> BinaryOp.DIV;
          default -> BinaryOp.REM;
        };
    if (computed(type) == type) {
      return f.binary(op, type, a, b);
    }
    return switch (op) {
      case ADD -> operate(FloatOperation.ADD, type, Rounding.NEAREST_EVEN, a, b);
      case SUB -> operate(FloatOperation.SUB, type, Rounding.NEAREST_EVEN, a, b);
      case MUL -> operate(FloatOperation.MUL, type, Rounding.NEAREST_EVEN, a, b);
      case DIV -> operate(FloatOperation.DIV, type, Rounding.NEAREST_EVEN, a, b);
      default -> narrowed(type, f.binary(op, ScalarType.F32, widened(type, a), widened(type, b)));
    };
  }

  public int negative(ScalarType type, int value) {
    int dst = code().register();
    if (computed(type) == type) {
      code().emit(new Instruction.Unary(UnaryOp.NEG, type, dst, value));
    } else {
      int sign = code().constant(0x8000);
      code().emit(new Instruction.Binary(BinaryOp.XOR, ScalarType.U32, dst, value, sign));
    }
    return dst;
  }

  /** A comparison by {@code LLVMRealPredicate}. */
  public int compare(int predicate, ScalarType kept, int x, int y) {
    ScalarType type = computed(kept);
    int a = widened(kept, x);
    int b = widened(kept, y);
    return switch (predicate) {
      case 0 -> code().constant(0);
      case 1 -> f.binary(BinaryOp.EQ, type, a, b);
      case 2 -> f.binary(BinaryOp.GT, type, a, b);
      case 3 -> f.binary(BinaryOp.GE, type, a, b);
      case 4 -> f.binary(BinaryOp.LT, type, a, b);
      case 5 -> f.binary(BinaryOp.LE, type, a, b);
      case 6 -> either(f.binary(BinaryOp.LT, type, a, b), f.binary(BinaryOp.GT, type, a, b));
      case 7 -> ordered(type, a, b);
      case 8 -> not(ordered(type, a, b));
      case 9 -> not(either(f.binary(BinaryOp.LT, type, a, b), f.binary(BinaryOp.GT, type, a, b)));
      case 10 -> not(f.binary(BinaryOp.LE, type, a, b));
      case 11 -> not(f.binary(BinaryOp.LT, type, a, b));
      case 12 -> not(f.binary(BinaryOp.GE, type, a, b));
      case 13 -> not(f.binary(BinaryOp.GT, type, a, b));
      case 14 -> f.binary(BinaryOp.NE, type, a, b);
      default -> code().constant(1);
    };
  }

  private int ordered(ScalarType type, int a, int b) {
    int first = f.binary(BinaryOp.EQ, type, a, a);
    return f.binary(BinaryOp.AND, ScalarType.I32, first, f.binary(BinaryOp.EQ, type, b, b));
  }

  private int either(int a, int b) {
    return f.binary(BinaryOp.OR, ScalarType.I32, a, b);
  }

  private int not(int truth) {
    return f.binary(BinaryOp.XOR, ScalarType.I32, truth, code().constant(1));
  }

  /** A conversion between floating numbers, or between them and integers. */
  public int convert(int opcode, Leaf from, Leaf to, int value) {
    return switch (opcode) {
      case Opcode.FP_EXT, Opcode.FP_TRUNC -> {
        if (from.scalar() == ScalarType.F64 && computed(to.scalar()) != to.scalar()) {
          yield rounded(FloatFormat.F64, format(to.scalar()), value);
        }
        int wide = widened(from.scalar(), value);
        ScalarType source = computed(from.scalar());
        ScalarType target = computed(to.scalar());
        int middle = source == target ? wide : f.convert(source, target, wide);
        yield narrowed(to.scalar(), middle);
      }
      case Opcode.FP_TO_SI, Opcode.FP_TO_UI -> {
        boolean signed = opcode == Opcode.FP_TO_SI;
        ScalarType wide = to.bits() > 32 ? ScalarType.I64 : ScalarType.I32;
        ScalarType target = signed ? wide : Scalars.unsigned(wide);
        int integer = f.convert(computed(from.scalar()), target, widened(from.scalar(), value));
        yield to.bits() == 64 || (signed && to.bits() == 32)
            ? integer
            : integers.wrapped(to, integer);
      }
      default -> {
        boolean signed = opcode == Opcode.SI_TO_FP;
        int number =
            signed
                ? from.isTruth() ? integers.negative(value) : value
                : integers.unsigned(from, value);
        ScalarType source = signed ? ScalarType.I64 : ScalarType.U64;
        yield narrowed(to.scalar(), f.convert(source, computed(to.scalar()), number));
      }
    };
  }

  /** A function of as many numbers as it takes. */
  public int compute(MathFunction function, ScalarType type, int... arguments) {
    if (computed(type) != type && function == MathFunction.FMA) {
      return operate(FloatOperation.FMA, type, Rounding.NEAREST_EVEN, arguments);
    }
    int[] operands = {Instruction.NO_REGISTER, Instruction.NO_REGISTER, Instruction.NO_REGISTER};
    for (int i = 0; i < function.arity(); i++) {
      operands[i] = widened(type, arguments[i]);
    }
    int dst = code().register();
    code()
        .emit(
            new Instruction.Compute(
                function, computed(type), dst, operands[0], operands[1], operands[2]));
    return narrowed(type, dst);
  }

  /** The number one. */
  public int one(ScalarType type) {
    Leaf integer = Leaf.integer(32, 0);
    return convert(Opcode.SI_TO_FP, integer, Leaf.of(type, 0), code().constant(1));
  }

  /** The result of a format that is not a number. */
  public int notANumber(ScalarType type) {
    return code().constant(format(type).notANumber());
  }

  /** The number, or zero with its sign where it is less than the least one with a leading digit. */
  public int flushed(ScalarType type, int value) {
    FloatFormat format = format(type);
    int size = f.binary(BinaryOp.AND, ScalarType.U64, value, code().constant(format.magnitude()));
    int least = code().constant(1L << format.fractionBits());
    int isLess = f.binary(BinaryOp.LT, ScalarType.U64, size, least);
    int zero = f.binary(BinaryOp.AND, ScalarType.U64, value, code().constant(format.sign()));
    return f.choose(isLess, zero, value);
  }

  /** The number that is not negative, zero instead of one that is; not a number stays so. */
  public int rectified(ScalarType type, int value) {
    int isNumber = compare(7, type, value, value);
    return f.choose(isNumber, compute(MathFunction.MAX, type, value, code().constant(0)), value);
  }

  /** The nearest number between zero and one. */
  public int saturated(ScalarType type, int value) {
    int low = compute(MathFunction.MAX, type, value, code().constant(0));
    return compute(MathFunction.MIN, type, low, one(type));
  }
}
