package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** Lowers LLVM's own functions (LLVM Language Reference, "Intrinsic Functions"). */
final class Intrinsics {
  private static final ImmutableMap<String, MathFunction> MATH =
      ImmutableMap.<String, MathFunction>builder()
          .put("sqrt", MathFunction.SQRT)
          .put("sin", MathFunction.SIN)
          .put("cos", MathFunction.COS)
          .put("tan", MathFunction.TAN)
          .put("asin", MathFunction.ASIN)
          .put("acos", MathFunction.ACOS)
          .put("atan", MathFunction.ATAN)
          .put("atan2", MathFunction.ATAN2)
          .put("sinh", MathFunction.SINH)
          .put("cosh", MathFunction.COSH)
          .put("tanh", MathFunction.TANH)
          .put("pow", MathFunction.POW)
          .put("exp", MathFunction.EXP)
          .put("exp2", MathFunction.EXP2)
          .put("log", MathFunction.LOG)
          .put("log2", MathFunction.LOG2)
          .put("log10", MathFunction.LOG10)
          .put("fabs", MathFunction.ABS)
          .put("floor", MathFunction.FLOOR)
          .put("ceil", MathFunction.CEIL)
          .put("trunc", MathFunction.TRUNC)
          .put("rint", MathFunction.RINT)
          .put("nearbyint", MathFunction.RINT)
          .put("roundeven", MathFunction.RINT)
          .put("round", MathFunction.ROUND)
          .put("minnum", MathFunction.MIN)
          .put("maxnum", MathFunction.MAX)
          .put("copysign", MathFunction.COPY_SIGN)
          .put("fma", MathFunction.FMA)
          .buildOrThrow();

  private final FunctionValues f;
  private final Integers integers;
  private final Floats floats;
  private final Memory memory;
  private final Exceptions exceptions;
  private final DeviceIntrinsics device;
  private final ExitPoints ends;

  Intrinsics(FunctionValues f) {
    this.f = f;
    this.integers = new Integers(f);
    this.floats = new Floats(f);
    this.memory = new Memory(f);
    this.exceptions = new Exceptions(f);
    this.device = new DeviceIntrinsics(f);
    this.ends = new ExitPoints(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  private int argument(long call, int index) {
    return f.register(f.operand(call, index));
  }

  void lower(String symbol, long call) {
    String name = symbol.substring("llvm.".length());
    if (name.startsWith("nvvm.")) {
      device.lower(name.substring("nvvm.".length()), call);
      return;
    }
    switch (withoutTypes(name)) {
      case "lifetime.start",
          "lifetime.end",
          "assume",
          "x86.sse2.pause",
          "dbg.declare",
          "dbg.value",
          "dbg.label",
          "experimental.noalias.scope.decl",
          "donothing",
          "va_end",
          "stackrestore",
          "invariant.end",
          "prefetch" -> {}
      case "expect",
          "expect.with.probability",
          "launder.invariant.group",
          "strip.invariant.group",
          "ptr.annotation",
          "annotation",
          "ssa.copy" ->
          f.define(call, f.registers(f.operand(call, 0)));
      case "threadlocal.address" -> {
        f.define(call, f.ownCopy(f.operand(call, 0)));
      }
      case "stacksave", "invariant.start", "frameaddress", "returnaddress" ->
          f.define(call, code().constant(0));
      case "memcpy", "memcpy.inline" -> memory.copy(call, false);
      case "memmove" -> memory.copy(call, true);
      case "memset", "memset.inline" -> memory.fill(call);
      case "va_start" -> startArguments(call);
      case "va_copy" -> copyArguments(call);
      case "trap", "ubsantrap" -> ends.fails("the program traps");
      case "debugtrap" -> {}
      case "is.constant" -> f.define(call, code().constant(0));
      case "objectsize" ->
          f.define(call, code().constant(f.number(f.operand(call, 1)) == 0 ? -1 : 0));
      case "powi" -> {
        Leaf leaf = f.leaf(call);
        int exponent = f.convert(ScalarType.I32, Floats.computed(leaf.scalar()), argument(call, 1));
        f.define(
            call, floats.compute(MathFunction.POW, leaf.scalar(), argument(call, 0), exponent));
      }
      case "fmuladd" -> {
        ScalarType type = f.leaf(call).scalar();
        int product = floats.operate(Opcode.FMUL, type, argument(call, 0), argument(call, 1));
        f.define(call, floats.operate(Opcode.FADD, type, product, argument(call, 2)));
      }
      case "eh.typeid.for" ->
          f.define(call, code().constant(exceptions.number(f.operand(call, 0))));
      case "ptrmask" ->
          f.define(
              call, f.binary(BinaryOp.AND, ScalarType.U64, argument(call, 0), argument(call, 1)));
      case "is.fpclass" -> classify(call);
      default -> scalar(withoutTypes(name), call);
    }
  }

  /** The name before the types that LLVM adds: {@code .i32}, {@code .p0}, {@code .v4f32}. */
  private static String withoutTypes(String name) {
    return name.replaceAll("(\\.(i[0-9]+|p[0-9]+|f[0-9]+|bf16|v[0-9]+[a-z0-9]+|f80))+$", "");
  }

  private void scalar(String name, long call) {
    MathFunction math = MATH.get(name);
    if (math != null) {
      int[] arguments = new int[math.arity()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = argument(call, i);
      }
      f.define(call, floats.compute(math, f.leaf(call).scalar(), arguments));
      return;
    }
    Leaf leaf = f.leaf(f.operand(call, 0));
    int[] result =
        switch (name) {
          case "ctpop" -> one(integers.population(leaf, argument(call, 0)));
          case "ctlz" -> one(integers.leadingZeros(leaf, argument(call, 0)));
          case "cttz" -> one(integers.trailingZeros(leaf, argument(call, 0)));
          case "bswap" -> one(integers.reversedBytes(leaf, argument(call, 0)));
          case "bitreverse" -> one(integers.reversedBits(leaf, argument(call, 0)));
          case "abs" -> one(integers.absolute(leaf, argument(call, 0)));
          case "smax" -> one(choose(call, MathFunction.MAX, true));
          case "smin" -> one(choose(call, MathFunction.MIN, true));
          case "umax" -> one(choose(call, MathFunction.MAX, false));
          case "umin" -> one(choose(call, MathFunction.MIN, false));
          case "fshl", "fshr" ->
              one(
                  integers.funnel(
                      leaf,
                      name.equals("fshl"),
                      argument(call, 0),
                      argument(call, 1),
                      argument(call, 2)));
          case "sadd.with.overflow" -> checked(call, Opcode.ADD, true, leaf);
          case "uadd.with.overflow" -> checked(call, Opcode.ADD, false, leaf);
          case "ssub.with.overflow" -> checked(call, Opcode.SUB, true, leaf);
          case "usub.with.overflow" -> checked(call, Opcode.SUB, false, leaf);
          case "smul.with.overflow" -> checked(call, Opcode.MUL, true, leaf);
          case "umul.with.overflow" -> checked(call, Opcode.MUL, false, leaf);
          default -> null;
        };
    if (result == null) {
      throw new NotSupported("llvm." + name);
    }
    f.define(call, result);
  }

  private static int[] one(int register) {
    return new int[] {register};
  }

  private int choose(long call, MathFunction function, boolean signed) {
    return integers.choose(function, signed, argument(call, 0), argument(call, 1));
  }

  private int @Nullable [] checked(long call, int opcode, boolean signed, Leaf leaf) {
    return integers.checked(opcode, signed, leaf, argument(call, 0), argument(call, 1));
  }

  /** Tests a floating number for the classes of a mask (LLVM, "llvm.is.fpclass"). */
  private void classify(long call) {
    long mask = f.number(f.operand(call, 1));
    ScalarType type = f.leaf(f.operand(call, 0)).scalar();
    int value = argument(call, 0);
    int result =
        switch ((int) mask) {
          case 0x3 -> floats.compute(MathFunction.IS_NAN, type, value);
          case 0x204 -> floats.compute(MathFunction.IS_INF, type, value);
          case 0x1F8 -> floats.compute(MathFunction.IS_FINITE, type, value);
          default -> throw new NotSupported("llvm.is.fpclass with the mask " + mask);
        };
    f.define(call, result);
  }

  // ---------------------------------------------------------------- further arguments

  /**
   * The list of further arguments: on devices a pointer to the next; on the host the structure of
   * the System V ABI, whose registers are used up, so that all is read from memory.
   */
  private void startArguments(long call) {
    int list = argument(call, 0);
    int area = f.furtherArguments();
    if (f.onDevice()) {
      store(ScalarType.U64, list, 0, area);
      return;
    }
    store(ScalarType.I32, list, 0, code().constant(48));
    store(ScalarType.I32, list, 4, code().constant(176));
    store(ScalarType.U64, list, 8, area);
    store(ScalarType.U64, list, 16, code().constant(0));
  }

  private void store(ScalarType type, int address, int offset, int value) {
    code().emit(new Instruction.Store(type, address, offset, value, false));
  }

  private void copyArguments(long call) {
    int bytes = f.onDevice() ? 8 : 24;
    code().emit(new Instruction.Copy(argument(call, 0), argument(call, 1), bytes));
  }
}
