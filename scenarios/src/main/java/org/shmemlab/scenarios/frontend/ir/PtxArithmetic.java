package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Instructions of PTX that compute (PTX ISA, "Integer Arithmetic", "Floating Point", "Comparison
 * and Selection", "Logic and Shift", "Data Movement and Conversion: mov, cvt, cvta").
 */
final class PtxArithmetic {
  private static final Leaf PREDICATE = InlinePtx.leaf("pred");

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

  /** Comparisons of integers: the number that LLVM gives the signed one, the unsigned one. */
  private static final ImmutableMap<String, int[]> OF_INTEGERS =
      ImmutableMap.<String, int[]>builder()
          .put("eq", new int[] {32, 32})
          .put("ne", new int[] {33, 33})
          .put("gt", new int[] {38, 34})
          .put("ge", new int[] {39, 35})
          .put("lt", new int[] {40, 36})
          .put("le", new int[] {41, 37})
          .put("hi", new int[] {34, 34})
          .put("hs", new int[] {35, 35})
          .put("lo", new int[] {36, 36})
          .put("ls", new int[] {37, 37})
          .buildOrThrow();

  private static final List<String> OF_NUMBERS =
      List.of(
          "", "eq", "gt", "ge", "lt", "le", "ne", "num", "nan", "equ", "gtu", "geu", "ltu", "leu",
          "neu");

  private final InlinePtx ptx;
  private final FunctionLowering f;

  PtxArithmetic(InlinePtx ptx) {
    this.ptx = ptx;
    this.f = ptx.lowering();
  }

  void lower(PtxStatement s) {
    switch (s.name()) {
      case "mov" -> move(s);
      case "cvta" -> addresses(s);
      case "mapa" -> copy(s); // a cluster is one block here
      case "createpolicy" -> ptx.write(s.operand(0), InlinePtx.leaf("b64"), f.code().constant(0));
      case "setp" -> setPredicate(s);
      case "selp" -> {
        Leaf leaf = InlinePtx.leaf(s.type());
        int first = ptx.read(s.operand(1), leaf);
        int second = ptx.read(s.operand(2), leaf);
        int condition = ptx.read(s.operand(3), PREDICATE);
        ptx.write(s.operand(0), leaf, f.floats().choose(condition, first, second));
      }
      case "cvt" -> convert(s);
      case "popc", "clz", "brev", "bfe", "bfi", "bfind", "lop3", "prmt", "shf", "cnot" ->
          new PtxBits(ptx).lower(s);
      case "addc", "subc", "madc" -> new PtxCarry(ptx).lower(s);
      default -> {
        if (s.has("cc")) {
          new PtxCarry(ptx).lower(s);
          return;
        }
        if (!COMPUTES.contains(s.name())) {
          throw new NotSupported(s.text());
        }
        if (s.type().endsWith("x2")) {
          halves(s);
        } else if (InlinePtx.leaf(s.type()).isInteger()) {
          integers(s);
        } else {
          Leaf leaf = InlinePtx.leaf(s.type());
          int[] values = new int[s.operands().size() - 1];
          for (int i = 0; i < values.length; i++) {
            values[i] = ptx.read(s.operand(i + 1), leaf);
          }
          ptx.write(s.operand(0), leaf, number(s, leaf.scalar(), values));
        }
      }
    }
  }

  private void copy(PtxStatement s) {
    Leaf leaf = InlinePtx.leaf(s.type());
    ptx.write(s.operand(0), leaf, ptx.read(s.operand(1), leaf));
  }

  // ---------------------------------------------------------------- moving

  /** One register to another, into its parts, or of parts. */
  private void move(PtxStatement s) {
    List<String> to = s.vectors().get(0);
    List<String> from = s.vectors().get(1);
    if (to.size() == from.size()) {
      copy(s);
      return;
    }
    Leaf whole = InlinePtx.leaf(s.type());
    int parts = Math.max(to.size(), from.size());
    Leaf part = Leaf.integer(whole.bits() / parts, 0);
    if (to.size() > 1) {
      int value = f.integers().unsigned(whole, ptx.read(from.get(0), whole));
      for (int i = 0; i < parts; i++) {
        int moved = op(BinaryOp.SHR, value, f.code().constant((long) i * part.bits()));
        ptx.write(to.get(i), part, f.integers().wrapped(part, moved));
      }
    } else {
      int value = f.code().constant(0);
      for (int i = 0; i < parts; i++) {
        int clean = f.integers().unsigned(part, ptx.read(from.get(i), part));
        int moved = op(BinaryOp.SHL, clean, f.code().constant((long) i * part.bits()));
        value = op(BinaryOp.OR, value, moved);
      }
      ptx.write(to.get(0), whole, f.integers().wrapped(whole, value));
    }
  }

  private void addresses(PtxStatement s) {
    if (!s.has("shared") && !s.has("shared_cta")) {
      copy(s);
      return;
    }
    Leaf leaf = InlinePtx.leaf("b64");
    int address = ptx.read(s.operand(1), leaf);
    ptx.write(
        s.operand(0),
        leaf,
        s.has("to") ? SharedWindow.from(f, address) : SharedWindow.to(f, address));
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  // ---------------------------------------------------------------- numbers

  /** The same on the lower and the upper half of a register. */
  private void halves(PtxStatement s) {
    Leaf whole = InlinePtx.leaf("b32");
    ScalarType type = s.type().equals("f16x2") ? ScalarType.F16 : ScalarType.U16;
    int[] words = new int[s.operands().size() - 1];
    for (int i = 0; i < words.length; i++) {
      words[i] = f.integers().unsigned(whole, ptx.read(s.operand(i + 1), whole));
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
    ptx.write(s.operand(0), whole, f.integers().wrapped(whole, result));
  }

  private int number(PtxStatement s, ScalarType type, int... values) {
    MathFunction function = FUNCTIONS.get(s.name());
    if (function != null) {
      if (values.length < function.arity()) {
        throw new NotSupported(s.text());
      }
      return saturated(s, type, f.floats().compute(function, type, values));
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
      return saturated(s, type, f.floats().operate(opcode, type, values[0], values[1]));
    }
    return switch (s.name()) {
      case "neg" -> f.floats().negative(type, values[0]);
      case "copysign" -> f.floats().compute(MathFunction.COPY_SIGN, type, values[1], values[0]);
      case "rcp" -> f.floats().operate(Opcode.FDIV, type, one(type), values[0]);
      default -> throw new NotSupported(s.text());
    };
  }

  private int one(ScalarType type) {
    Leaf integer = Leaf.integer(32, 0);
    return f.floats().convert(Opcode.SI_TO_FP, integer, Leaf.of(type, 0), f.code().constant(1));
  }

  private int saturated(PtxStatement s, ScalarType type, int value) {
    if (!s.has("sat")) {
      return value;
    }
    int low = f.floats().compute(MathFunction.MAX, type, value, f.code().constant(0));
    return f.floats().compute(MathFunction.MIN, type, low, one(type));
  }

  // ---------------------------------------------------------------- integers

  private void integers(PtxStatement s) {
    Leaf leaf = InlinePtx.leaf(s.type());
    String target = s.operand(0);
    int a = ptx.read(s.operand(1), leaf);
    boolean signed = s.type().startsWith("s");
    switch (s.name()) {
      case "not" -> {
        int flipped = f.binary(BinaryOp.XOR, ScalarType.I64, a, f.code().constant(-1));
        ptx.write(target, leaf, f.integers().wrapped(leaf, flipped));
        return;
      }
      case "neg" -> {
        ptx.write(target, leaf, f.integers().wrapped(leaf, f.integers().negative(a)));
        return;
      }
      case "abs" -> {
        ptx.write(target, leaf, f.integers().absolute(leaf, a));
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
      int x = signed ? a : f.integers().unsigned(leaf, a);
      int y = signed ? b : f.integers().unsigned(leaf, b);
      int product = f.integers().operate(Opcode.MUL, wide, x, y, false);
      ptx.write(target, wide, sum(s, wide, product));
      return;
    }
    ptx.write(target, leaf, sum(s, leaf, operate(s, leaf, signed, a, b)));
  }

  /** The lower or the upper half of a product. */
  int product(PtxStatement s, Leaf leaf, int a, int b) {
    return s.has("hi")
        ? high(leaf, s.type().startsWith("s"), a, b)
        : f.integers().operate(Opcode.MUL, leaf, a, b, false);
  }

  /** What mad adds. */
  private int sum(PtxStatement s, Leaf leaf, int product) {
    if (!s.name().equals("mad")) {
      return product;
    }
    int c = ptx.read(s.operand(3), leaf);
    return f.integers().operate(Opcode.ADD, leaf, product, c, false);
  }

  private int operate(PtxStatement s, Leaf leaf, boolean signed, int a, int b) {
    if (s.has("hi")) {
      return high(leaf, signed, a, b);
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
      return f.integers().operate(opcode, leaf, a, b, false);
    }
    return switch (s.name()) {
      case "shl", "shr" -> shift(s, leaf, signed, a);
      case "min", "max" -> {
        var function = s.name().equals("min") ? MathFunction.MIN : MathFunction.MAX;
        yield f.integers().choose(function, signed, a, b);
      }
      default -> throw new NotSupported(s.text());
    };
  }

  private int high(Leaf leaf, boolean signed, int a, int b) {
    if (leaf.bits() == 64) {
      ScalarType type = signed ? ScalarType.I64 : ScalarType.U64;
      return f.integers().compute(MathFunction.MUL_HIGH, type, a, b);
    }
    int x = signed ? a : f.integers().unsigned(leaf, a);
    int y = signed ? b : f.integers().unsigned(leaf, b);
    int product = f.binary(BinaryOp.MUL, ScalarType.I64, x, y);
    int upper = f.binary(BinaryOp.SHR, ScalarType.I64, product, f.code().constant(leaf.bits()));
    return f.integers().wrapped(leaf, upper);
  }

  /** Distances beyond the width count as the width (PTX ISA, "shl", "shr"). */
  private int shift(PtxStatement s, Leaf leaf, boolean signed, int a) {
    boolean left = s.name().equals("shl");
    int distance = f.integers().unsigned(Leaf.integer(32, 0), ptx.read(s.operand(2), word()));
    int inside = op(BinaryOp.LT, distance, f.code().constant(leaf.bits()));
    int opcode = left ? Opcode.SHL : signed ? Opcode.ASHR : Opcode.LSHR;
    int shifted = f.integers().operate(opcode, leaf, a, distance, false);
    int beyond =
        left || !signed
            ? f.code().constant(0)
            : f.binary(BinaryOp.SHR, ScalarType.I64, a, f.code().constant(63));
    return f.floats().choose(inside, shifted, beyond);
  }

  private static Leaf word() {
    return InlinePtx.leaf("b32");
  }

  // ---------------------------------------------------------------- comparing

  /** {@code setp.op.type p|q, a, b} and {@code setp.op.and.type p|q, a, b, c}. */
  private void setPredicate(PtxStatement s) {
    Leaf leaf = InlinePtx.leaf(s.type());
    List<String> all = s.operands();
    boolean joins = s.has("and") || s.has("or") || s.has("xor");
    int first = all.size() - (joins ? 3 : 2);
    int holds =
        compare(s, leaf, ptx.read(all.get(first), leaf), ptx.read(all.get(first + 1), leaf));
    int opposite = f.floats().choose(holds, f.code().constant(0), f.code().constant(1));
    if (joins) {
      int other = ptx.read(all.get(first + 2), PREDICATE);
      BinaryOp op = s.has("and") ? BinaryOp.AND : s.has("or") ? BinaryOp.OR : BinaryOp.XOR;
      holds = f.binary(op, ScalarType.I32, holds, other);
      opposite = f.binary(op, ScalarType.I32, opposite, other);
    }
    ptx.write(all.get(0), PREDICATE, holds);
    if (first == 2) {
      ptx.write(all.get(1), PREDICATE, opposite);
    }
  }

  private int compare(PtxStatement s, Leaf leaf, int a, int b) {
    for (String word : s.words().subList(1, s.words().size())) {
      if (leaf.isInteger() && OF_INTEGERS.containsKey(word)) {
        int[] predicates = OF_INTEGERS.get(word);
        return f.integers().compare(predicates[s.type().startsWith("s") ? 0 : 1], a, b);
      }
      if (!leaf.isInteger() && OF_NUMBERS.contains(word)) {
        return f.floats().compare(OF_NUMBERS.indexOf(word), leaf.scalar(), a, b);
      }
    }
    throw new NotSupported(s.text());
  }

  // ---------------------------------------------------------------- converting

  private void convert(PtxStatement s) {
    String target = s.words().get(s.words().size() - 2);
    if (target.equals("f16x2") || target.equals("bf16x2")) { // the first operand is the upper half
      Leaf half = InlinePtx.leaf(target.substring(0, target.length() - 2));
      int upper = converted(s, half, s.operand(1));
      int lower = converted(s, half, s.operand(2));
      int word = op(BinaryOp.OR, op(BinaryOp.SHL, upper, f.code().constant(16)), lower);
      ptx.write(s.operand(0), word(), f.integers().wrapped(word(), word));
      return;
    }
    Leaf to = InlinePtx.leaf(target);
    ptx.write(s.operand(0), to, converted(s, to, s.operand(1)));
  }

  private int converted(PtxStatement s, Leaf to, String operand) {
    Leaf from = InlinePtx.leaf(s.type());
    int value = ptx.read(operand, from);
    boolean signed = s.type().startsWith("s");
    if (from.isInteger() && to.isInteger()) {
      int clean = signed ? value : f.integers().unsigned(from, value);
      boolean clamps = s.has("sat") && to.bits() < 64;
      int inside = clamps ? clamped(s, to, signed, clean) : clean;
      return to.bits() == 64 ? inside : f.integers().wrapped(to, inside);
    }
    if (from.isInteger()) {
      return f.floats().convert(signed ? Opcode.SI_TO_FP : Opcode.UI_TO_FP, from, to, value);
    }
    MathFunction rounding =
        s.has("rni")
            ? MathFunction.RINT
            : s.has("rmi")
                ? MathFunction.FLOOR
                : s.has("rpi") ? MathFunction.CEIL : s.has("rzi") ? MathFunction.TRUNC : null;
    int whole = rounding == null ? value : f.floats().compute(rounding, from.scalar(), value);
    if (to.isInteger()) {
      boolean signedTarget = s.words().get(s.words().size() - 2).startsWith("s");
      int opcode = signedTarget ? Opcode.FP_TO_SI : Opcode.FP_TO_UI;
      return f.floats().convert(opcode, from, to, whole);
    }
    return saturated(s, to.scalar(), f.floats().convert(Opcode.FP_EXT, from, to, whole));
  }

  private int clamped(PtxStatement s, Leaf to, boolean signed, int value) {
    boolean signedTarget = s.words().get(s.words().size() - 2).startsWith("s");
    long most = signedTarget ? (1L << (to.bits() - 1)) - 1 : (1L << to.bits()) - 1;
    long least = signedTarget ? -most - 1 : 0;
    int below = f.integers().choose(MathFunction.MIN, signed, value, f.code().constant(most));
    return signed
        ? f.integers().choose(MathFunction.MAX, true, below, f.code().constant(least))
        : below;
  }
}
