package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Lowers instructions of PTX that compute (PTX ISA, "Integer Arithmetic", "Floating Point", "Logic
 * and Shift").
 */
final class PtxArithmetic {
  private static final ImmutableMap<String, MathFunction> FUNCTIONS =
      ImmutableMap.<String, MathFunction>builder()
          .put("rsqrt", MathFunction.RSQRT)
          .put("ex2", MathFunction.EXP2)
          .put("lg2", MathFunction.LOG2)
          .put("sin", MathFunction.SIN)
          .put("cos", MathFunction.COS)
          .put("tanh", MathFunction.TANH)
          .put("abs", MathFunction.ABS)
          .put("min", MathFunction.MIN)
          .put("max", MathFunction.MAX)
          .buildOrThrow();

  /** Those whose result is rounded in a direction that the instruction names. */
  private static final ImmutableMap<String, FloatOperation> OPERATIONS =
      ImmutableMap.<String, FloatOperation>builder()
          .put("add", FloatOperation.ADD)
          .put("sub", FloatOperation.SUB)
          .put("mul", FloatOperation.MUL)
          .put("div", FloatOperation.DIV)
          .put("rcp", FloatOperation.DIV)
          .put("sqrt", FloatOperation.SQRT)
          .put("fma", FloatOperation.FMA)
          .put("mad", FloatOperation.FMA)
          .buildOrThrow();

  /** Modifiers of instructions on floating numbers; others are not known. */
  private static final ImmutableSet<String> MODIFIERS =
      ImmutableSet.of("rn", "rz", "rm", "rp", "approx", "full", "ftz", "sat", "relu", "NaN");

  private static final ImmutableSet<String> COMPUTES =
      ImmutableSet.<String>builder()
          .addAll(FUNCTIONS.keySet())
          .addAll(OPERATIONS.keySet())
          .add("rem", "neg", "copysign")
          .add("and", "or", "xor", "not", "shl", "shr")
          .build();

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final Floats floats;

  PtxArithmetic(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
  }

  void lower(PtxStatement s) {
    if (!COMPUTES.contains(s.name())) {
      throw new NotSupported(s.text());
    }
    if (s.type().equals("f16x2") || s.type().equals("bf16x2")) {
      halves(s);
    } else if (s.leaf().isInteger()) {
      integers(s);
    } else {
      Leaf leaf = s.leaf();
      int[] values = new int[s.operands().size() - 1];
      for (int i = 0; i < values.length; i++) {
        values[i] = ptx.read(s.operand(i + 1), leaf);
      }
      ptx.write(s.operand(0), leaf, number(s, leaf.scalar(), values));
    }
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  // ---------------------------------------------------------------- numbers

  /** The same on the lower and the upper half of a register. */
  private void halves(PtxStatement s) {
    ScalarType type = s.type().equals("f16x2") ? ScalarType.F16 : ScalarType.U16;
    int[] words = new int[s.operands().size() - 1];
    for (int i = 0; i < words.length; i++) {
      words[i] = integers.unsigned(WORD, ptx.read(s.operand(i + 1), WORD));
    }
    int result = f.code().constant(0);
    for (int half = 0; half < 2; half++) {
      int distance = f.code().constant(16L * half);
      int[] values = new int[words.length];
      for (int i = 0; i < words.length; i++) {
        int moved = op(BinaryOp.SHR, words[i], distance);
        values[i] = op(BinaryOp.AND, moved, f.code().constant(0xFFFF));
      }
      result = op(BinaryOp.OR, result, op(BinaryOp.SHL, number(s, type, values), distance));
    }
    ptx.write(s.operand(0), WORD, integers.wrapped(WORD, result));
  }

  private int number(PtxStatement s, ScalarType type, int... values) {
    if (!MODIFIERS.containsAll(s.words().subList(1, s.words().size() - 1))) {
      throw new NotSupported(s.text());
    }
    if (!s.has("ftz")) {
      return limited(s, type, computed(s, type, values));
    }
    int[] flushed = Arrays.stream(values).map(value -> floats.flushed(type, value)).toArray();
    return floats.flushed(type, limited(s, type, computed(s, type, flushed)));
  }

  private int computed(PtxStatement s, ScalarType type, int... values) {
    FloatOperation operation = OPERATIONS.get(s.name());
    MathFunction function = FUNCTIONS.get(s.name());
    if (s.name().equals("rcp") && values.length == 1) {
      return operate(s, type, FloatOperation.DIV, floats.one(type), values[0]);
    }
    if (operation != null && values.length == operation.arity()) {
      return operate(s, type, operation, values);
    }
    if (function != null && values.length == function.arity()) {
      int result = floats.compute(function, type, values);
      return s.has("NaN") ? unlessNoNumber(type, values, result) : result;
    }
    return switch (s.name()) {
      case "neg" -> floats.negative(type, values[0]);
      case "copysign" -> floats.compute(MathFunction.COPY_SIGN, type, values[1], values[0]);
      default -> throw new NotSupported(s.text());
    };
  }

  /** Numbers of 32 and 64 bits that are rounded to the nearest have operators of their own. */
  private int operate(PtxStatement s, ScalarType type, FloatOperation operation, int... values) {
    Rounding rounding = s.rounding();
    if (rounding != Rounding.NEAREST_EVEN || Floats.computed(type) != type) {
      return floats.operate(operation, type, rounding, values);
    }
    return switch (operation) {
      case ADD -> floats.operate(Opcode.FADD, type, values[0], values[1]);
      case SUB -> floats.operate(Opcode.FSUB, type, values[0], values[1]);
      case MUL -> floats.operate(Opcode.FMUL, type, values[0], values[1]);
      case DIV -> floats.operate(Opcode.FDIV, type, values[0], values[1]);
      case SQRT -> floats.compute(MathFunction.SQRT, type, values);
      case FMA -> floats.compute(MathFunction.FMA, type, values);
    };
  }

  /** With {@code .NaN} one operand that is not a number decides. */
  private int unlessNoNumber(ScalarType type, int[] values, int result) {
    int number = result;
    for (int value : values) {
      number = f.choose(floats.compare(7, type, value, value), number, floats.notANumber(type));
    }
    return number;
  }

  private int limited(PtxStatement s, ScalarType type, int value) {
    int positive = s.has("relu") ? floats.rectified(type, value) : value;
    return s.has("sat") ? floats.saturated(type, positive) : positive;
  }

  // ---------------------------------------------------------------- integers

  private void integers(PtxStatement s) {
    Leaf leaf = s.leaf();
    String target = s.operand(0);
    int a = ptx.read(s.operand(1), leaf);
    boolean signed = s.type().startsWith("s");
    switch (s.name()) {
      case "not" -> {
        int flipped = f.binary(BinaryOp.XOR, ScalarType.I64, a, f.code().constant(-1));
        ptx.write(target, leaf, integers.wrapped(leaf, flipped));
        return;
      }
      case "neg" -> {
        ptx.write(target, leaf, integers.wrapped(leaf, integers.negative(a)));
        return;
      }
      case "abs" -> {
        ptx.write(target, leaf, integers.absolute(leaf, a));
        return;
      }
      default -> {}
    }
    if (s.has("sat")) {
      throw new NotSupported(s.text());
    }
    int b = ptx.read(s.operand(2), leaf);
    if (s.has("wide")) {
      Leaf wide = Leaf.integer(2 * leaf.bits(), 0);
      int x = signed ? a : integers.unsigned(leaf, a);
      int y = signed ? b : integers.unsigned(leaf, b);
      int product = integers.operate(Opcode.MUL, wide, x, y, false);
      ptx.write(target, wide, sum(s, wide, product));
      return;
    }
    ptx.write(target, leaf, sum(s, leaf, operate(s, leaf, signed, a, b)));
  }

  /** The addend of mad, added to the product. */
  private int sum(PtxStatement s, Leaf leaf, int product) {
    if (!s.name().equals("mad")) {
      return product;
    }
    int c = ptx.read(s.operand(3), leaf);
    return integers.operate(Opcode.ADD, leaf, product, c, false);
  }

  private int operate(PtxStatement s, Leaf leaf, boolean signed, int a, int b) {
    if (s.has("hi")) {
      return integers.upperProduct(leaf, signed, a, b);
    }
    int opcode =
        switch (s.name()) {
          case "add" -> Opcode.ADD;
          case "sub" -> Opcode.SUB;
          case "mul", "mad" -> Opcode.MUL;
          case "and" -> Opcode.AND;
          case "or" -> Opcode.OR;
          case "xor" -> Opcode.XOR;
          case "div" -> signed ? Opcode.SDIV : Opcode.UDIV;
          case "rem" -> signed ? Opcode.SREM : Opcode.UREM;
          default -> -1;
        };
    if (opcode >= 0) {
      return integers.operate(opcode, leaf, a, b, false);
    }
    return switch (s.name()) {
      case "shl", "shr" -> shift(s, leaf, signed, a);
      case "min", "max" -> {
        var function = s.name().equals("min") ? MathFunction.MIN : MathFunction.MAX;
        yield integers.choose(function, signed, a, b);
      }
      default -> throw new NotSupported(s.text());
    };
  }

  /** Distances beyond the width count as the width (PTX ISA, "shl", "shr"). */
  private int shift(PtxStatement s, Leaf leaf, boolean signed, int a) {
    boolean left = s.name().equals("shl");
    int distance = integers.unsigned(WORD, ptx.read(s.operand(2), WORD));
    int inside = op(BinaryOp.LT, distance, f.code().constant(leaf.bits()));
    int opcode = left ? Opcode.SHL : signed ? Opcode.ASHR : Opcode.LSHR;
    int shifted = integers.operate(opcode, leaf, a, distance, false);
    int beyond =
        left || !signed
            ? f.code().constant(0)
            : f.binary(BinaryOp.SHR, ScalarType.I64, a, f.code().constant(63));
    return f.choose(inside, shifted, beyond);
  }
}
