package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.MathFunction;
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
          .put("sqrt", MathFunction.SQRT)
          .put("rsqrt", MathFunction.RSQRT)
          .put("ex2", MathFunction.EXP2)
          .put("lg2", MathFunction.LOG2)
          .put("sin", MathFunction.SIN)
          .put("cos", MathFunction.COS)
          .put("tanh", MathFunction.TANH)
          .put("abs", MathFunction.ABS)
          .put("min", MathFunction.MIN)
          .put("max", MathFunction.MAX)
          .put("fma", MathFunction.FMA)
          .put("mad", MathFunction.FMA)
          .buildOrThrow();

  private static final ImmutableSet<String> COMPUTES =
      ImmutableSet.<String>builder()
          .addAll(FUNCTIONS.keySet())
          .add("add", "sub", "mul", "div", "rem", "neg", "rcp", "copysign")
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
    if (s.type().endsWith("x2")) {
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
    MathFunction function = FUNCTIONS.get(s.name());
    if (function != null) {
      if (values.length < function.arity()) {
        throw new NotSupported(s.text());
      }
      return limited(s, type, floats.compute(function, type, values));
    }
    int opcode =
        switch (s.name()) {
          case "add" -> Opcode.FADD;
          case "sub" -> Opcode.FSUB;
          case "mul" -> Opcode.FMUL;
          case "div" -> Opcode.FDIV;
          default -> -1;
        };
    if (opcode >= 0) {
      return limited(s, type, floats.operate(opcode, type, values[0], values[1]));
    }
    return switch (s.name()) {
      case "neg" -> floats.negative(type, values[0]);
      case "copysign" -> floats.compute(MathFunction.COPY_SIGN, type, values[1], values[0]);
      case "rcp" -> floats.operate(Opcode.FDIV, type, floats.one(type), values[0]);
      default -> throw new NotSupported(s.text());
    };
  }

  private int limited(PtxStatement s, ScalarType type, int value) {
    return s.has("sat") ? floats.saturated(type, value) : value;
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
