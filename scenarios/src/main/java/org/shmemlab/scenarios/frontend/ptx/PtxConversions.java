package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.LONG;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** Converts numbers between types, alone and in pairs (PTX ISA, "cvt", "cvt.pack"). */
final class PtxConversions {
  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final Floats floats;

  PtxConversions(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
  }

  void lower(PtxStatement s) {
    if (s.has("rs") || s.words().size() < 3) {
      throw new NotSupported(s.text());
    }
    if (s.has("pack")) {
      packIntegers(s);
      return;
    }
    String target = target(s);
    if (target.endsWith("x2")) {
      pair(s, PackedFloats.of(target));
    } else if (target.equals("tf32")) {
      int code = rounded(s, FloatFormat.F32, FloatFormat.TF32, ptx.read(s.operand(1), s.leaf()));
      int bits = op(BinaryOp.SHL, code, f.code().constant(PtxTypes.TF32_UNUSED));
      ptx.write(s.operand(0), WORD, integers.wrapped(WORD, bits));
    } else {
      Leaf to = PtxTypes.of(target);
      ptx.write(s.operand(0), to, scalar(s, to));
    }
  }

  private static String target(PtxStatement s) {
    return s.words().get(s.words().size() - 2);
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  // ---------------------------------------------------------------- pairs

  /** The first of two operands, or the upper half of one, becomes the upper half of the result. */
  private void pair(PtxStatement s, PackedFloats to) {
    int result = f.code().constant(0);
    int both = s.type().endsWith("x2") ? source(s) : Instruction.NO_REGISTER;
    for (int half = 0; half < 2; half++) {
      int number;
      if (both == Instruction.NO_REGISTER) {
        FloatFormat from = PtxTypes.format(s.type());
        number = rounded(s, from, to.format(), ptx.read(s.operand(2 - half), s.leaf()));
      } else {
        PackedFloats from = PackedFloats.of(s.type());
        int code = op(BinaryOp.SHR, both, f.code().constant((long) half * from.slot()));
        number = rounded(s, from.format(), to.format(), code);
      }
      int moved = op(BinaryOp.SHL, number, f.code().constant((long) half * to.slot()));
      result = op(BinaryOp.OR, result, moved);
    }
    ptx.write(s.operand(0), to.leaf(), integers.wrapped(to.leaf(), result));
  }

  private int source(PtxStatement s) {
    Leaf leaf = PackedFloats.of(s.type()).leaf();
    return integers.unsigned(leaf, ptx.read(s.operand(1), leaf));
  }

  private int rounded(PtxStatement s, FloatFormat from, FloatFormat to, int value) {
    int dst = f.code().register();
    boolean finite = s.has("satfinite");
    f.code().emit(new Instruction.Round(from, to, s.rounding(), finite, dst, value));
    if (!s.has("relu")) {
      return dst;
    }
    int negative = op(BinaryOp.AND, dst, f.code().constant(to.sign()));
    return f.choose(negative, f.code().constant(0), dst);
  }

  // ---------------------------------------------------------------- one number

  private int scalar(PtxStatement s, Leaf to) {
    Leaf from = s.leaf();
    int value = flushed(s, s.type(), ptx.read(s.operand(1), from));
    boolean signed = s.type().startsWith("s");
    if (from.isInteger() && to.isInteger()) {
      int clean = signed ? value : integers.unsigned(from, value);
      boolean clamps = s.has("sat") && to.bits() < 64;
      int inside = clamps ? clamped(to, target(s).startsWith("s"), signed, clean) : clean;
      return to.bits() == 64 ? inside : integers.wrapped(to, inside);
    }
    if (from.isInteger()) {
      return limited(s, to, integerToFloat(s, from, signed, value));
    }
    int whole = wholeNumber(s, from, value);
    if (to.isInteger()) {
      return floatToInteger(s, from, to, whole);
    }
    FloatFormat source = PtxTypes.format(s.type());
    FloatFormat target = PtxTypes.format(target(s));
    int number =
        target.contains(source)
            ? floats.convert(Opcode.FP_EXT, from, to, whole)
            : rounded(s, source, target, whole);
    return limited(s, to, flushed(s, target(s), number));
  }

  /** With {@code .ftz} a {@code float} without a leading digit counts as zero. */
  private int flushed(PtxStatement s, String type, int value) {
    return s.has("ftz") && type.equals("f32") ? floats.flushed(ScalarType.F32, value) : value;
  }

  private int limited(PtxStatement s, Leaf to, int number) {
    return s.has("sat") ? floats.saturated(to.scalar(), number) : number;
  }

  private int wholeNumber(PtxStatement s, Leaf from, int value) {
    MathFunction rounding =
        s.has("rni")
            ? MathFunction.RINT
            : s.has("rmi")
                ? MathFunction.FLOOR
                : s.has("rpi") ? MathFunction.CEIL : s.has("rzi") ? MathFunction.TRUNC : null;
    return rounding == null ? value : floats.compute(rounding, from.scalar(), value);
  }

  /** A number beyond the type becomes its largest or smallest. */
  private int floatToInteger(PtxStatement s, Leaf from, Leaf to, int whole) {
    boolean signed = target(s).startsWith("s");
    int opcode = signed ? Opcode.FP_TO_SI : Opcode.FP_TO_UI;
    if (to.bits() >= 32) {
      int integer = floats.convert(opcode, from, to, whole);
      return to.bits() == 64 && signed ? unlessNoNumber(from, whole, integer) : integer;
    }
    int wide = floats.convert(Opcode.FP_TO_SI, from, LONG, whole);
    return integers.wrapped(to, clamped(to, signed, true, wide));
  }

  /** An H100 makes the least integer of 64 bits of what is not a number. */
  private int unlessNoNumber(Leaf from, int value, int integer) {
    int isNumber = floats.compare(7, from.scalar(), value, value);
    return f.choose(isNumber, integer, f.code().constant(Long.MIN_VALUE));
  }

  private int integerToFloat(PtxStatement s, Leaf from, boolean signed, int value) {
    Rounding rounding = s.rounding();
    FloatFormat target = PtxTypes.format(target(s));
    int clean = signed ? value : integers.unsigned(from, value);
    ScalarType type = signed ? ScalarType.I64 : ScalarType.U64;
    if (from.bits() == 64 && target == FloatFormat.F64) {
      return rounding == Rounding.NEAREST_EVEN
          ? f.convert(type, ScalarType.F64, value)
          : floats.operate(FloatOperation.ADD, ScalarType.F64, rounding, halves(type, value));
    }
    int exact = f.convert(type, ScalarType.F64, clean);
    if (from.bits() == 64) {
      exact = withAllDigits(type, clean, exact);
    }
    return target == FloatFormat.F64 ? exact : rounded(s, FloatFormat.F64, target, exact);
  }

  /** Two numbers whose sum is the integer: its upper and its lower half. */
  private int[] halves(ScalarType type, int integer) {
    int thirtyTwo = f.code().constant(32);
    int upper = f.convert(type, ScalarType.F64, f.binary(BinaryOp.SHR, type, integer, thirtyTwo));
    int lower = op(BinaryOp.AND, integer, f.code().constant(0xFFFF_FFFFL));
    int scale = f.code().constant(Double.doubleToRawLongBits(0x1p32));
    return new int[] {
      f.binary(BinaryOp.MUL, ScalarType.F64, upper, scale),
      f.convert(ScalarType.U64, ScalarType.F64, lower)
    };
  }

  /**
   * A number that is rounded to fewer digits as the integer would be: of an integer with more than
   * 53 digits the lowest one that is kept stands for all that are not (IEEE 754-2019, section 4.3).
   */
  private int withAllDigits(ScalarType type, int integer, int number) {
    int upper = f.binary(BinaryOp.SHR, type, integer, f.code().constant(11));
    int lower = op(BinaryOp.AND, integer, f.code().constant(0x7FF));
    int some = f.binary(BinaryOp.NE, ScalarType.I64, lower, f.code().constant(0));
    int converted = f.convert(type, ScalarType.F64, op(BinaryOp.OR, upper, some));
    int scale = f.code().constant(Double.doubleToRawLongBits(0x1p11));
    int large = f.binary(BinaryOp.MUL, ScalarType.F64, converted, scale);
    long below = type.signed() ? 1L << 53 : 0;
    int moved = op(BinaryOp.ADD, integer, f.code().constant(below));
    int small = op(BinaryOp.LT, moved, f.code().constant(below + (1L << 53)));
    return f.choose(small, number, large);
  }

  // ---------------------------------------------------------------- integers

  private int clamped(Leaf to, boolean signedTarget, boolean signed, int value) {
    long most = signedTarget ? (1L << (to.bits() - 1)) - 1 : (1L << to.bits()) - 1;
    long least = signedTarget ? -most - 1 : 0;
    int below = integers.choose(MathFunction.MIN, signed, value, f.code().constant(most));
    return signed
        ? integers.choose(MathFunction.MAX, true, below, f.code().constant(least))
        : below;
  }

  /** {@code cvt.pack.sat.type.s32{.b32} d, a, b{, c}}: c above a above b. */
  private void packIntegers(PtxStatement s) {
    boolean adds = s.type().equals("b32");
    String type = s.words().get(s.words().size() - (adds ? 3 : 2));
    int bits = Integer.parseInt(type.substring(1));
    Leaf part = Leaf.integer(bits, 0);
    int result = adds ? integers.unsigned(WORD, ptx.read(s.operand(3), WORD)) : 0;
    result = adds ? result : f.code().constant(0);
    for (int i = 1; i <= 2; i++) {
      int inside = clamped(part, type.startsWith("s"), true, ptx.read(s.operand(i), WORD));
      int clean = integers.unsigned(part, inside);
      result = op(BinaryOp.OR, op(BinaryOp.SHL, result, f.code().constant(bits)), clean);
    }
    ptx.write(s.operand(0), WORD, integers.wrapped(WORD, result));
  }
}
