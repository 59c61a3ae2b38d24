package org.shmemlab.model.compiled;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.IntUnaryOperator;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.arithmetic.CorrectRounding;
import org.shmemlab.model.arithmetic.FloatRounding;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/** Writes operators with the results of {@link Arithmetic}, with registers in local variables. */
final class OperatorWriter {
  private static final ClassDesc ARITHMETIC = Arithmetic.class.describeConstable().orElseThrow();
  private static final ClassDesc TYPE = ScalarType.class.describeConstable().orElseThrow();
  private static final ClassDesc UNARY = UnaryOp.class.describeConstable().orElseThrow();
  private static final ClassDesc FUNCTION = MathFunction.class.describeConstable().orElseThrow();
  private static final ClassDesc FORMAT = FloatFormat.class.describeConstable().orElseThrow();
  private static final ClassDesc ROUNDING = Rounding.class.describeConstable().orElseThrow();
  private static final ClassDesc OPERATION = FloatOperation.class.describeConstable().orElseThrow();
  private static final ClassDesc CORRECT_ROUNDING =
      CorrectRounding.class.describeConstable().orElseThrow();
  private static final ClassDesc FLOAT_ROUNDING =
      FloatRounding.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc LONGS_TO_INT = MethodTypeDesc.of(CD_int, CD_long, CD_long);
  private static final MethodTypeDesc LONGS_TO_LONG = MethodTypeDesc.of(CD_long, CD_long, CD_long);
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  private final CodeBuilder code;
  private final IntUnaryOperator locals;

  /**
   * @param locals the local variable of a register
   */
  OperatorWriter(CodeBuilder code, IntUnaryOperator locals) {
    this.code = code;
    this.locals = locals;
  }

  /** Whether an operator can be written. */
  static boolean isArithmetic(Instruction.Binary binary) {
    return switch (binary.op()) {
      case AND, OR, XOR, SHL, SHR -> !binary.type().floating();
      default -> true;
    };
  }

  void load(int register) {
    code.lload(locals.applyAsInt(register));
  }

  void store(int register) {
    code.lstore(locals.applyAsInt(register));
  }

  // ---------------------------------------------------------------- comparisons

  static boolean isComparison(BinaryOp op) {
    return switch (op) {
      case EQ, NE, LT, LE, GT, GE -> true;
      default -> false;
    };
  }

  /** Goes to a label where a comparison does not hold. */
  void unless(Instruction.Binary i, Label otherwise) {
    switch (i.type()) {
      case I32 -> {
        loadInt(i.a());
        loadInt(i.b());
        code.branch(
            switch (i.op()) {
              case EQ -> Opcode.IF_ICMPNE;
              case NE -> Opcode.IF_ICMPEQ;
              case LT -> Opcode.IF_ICMPGE;
              case LE -> Opcode.IF_ICMPGT;
              case GT -> Opcode.IF_ICMPLE;
              default -> Opcode.IF_ICMPLT;
            },
            otherwise);
      }
      case F32 -> {
        loadFloat(i.a());
        loadFloat(i.b());
        if (isLess(i.op())) {
          code.fcmpg();
        } else {
          code.fcmpl();
        }
        code.branch(unless(i.op()), otherwise);
      }
      case F64 -> {
        loadDouble(i.a());
        loadDouble(i.b());
        if (isLess(i.op())) {
          code.dcmpg();
        } else {
          code.dcmpl();
        }
        code.branch(unless(i.op()), otherwise);
      }
      case U64 -> {
        load(i.a());
        load(i.b());
        if (i.op() == BinaryOp.EQ || i.op() == BinaryOp.NE) {
          code.lcmp();
        } else {
          code.invokestatic(CD_Long, "compareUnsigned", LONGS_TO_INT);
        }
        code.branch(unless(i.op()), otherwise);
      }
      default -> {
        load(i.a());
        load(i.b());
        code.lcmp();
        code.branch(unless(i.op()), otherwise);
      }
    }
  }

  // A comparison with a value that is no number does not hold, but for NE.
  private static boolean isLess(BinaryOp op) {
    return op == BinaryOp.LT || op == BinaryOp.LE;
  }

  private static Opcode unless(BinaryOp op) {
    return switch (op) {
      case EQ -> Opcode.IFNE;
      case NE -> Opcode.IFEQ;
      case LT -> Opcode.IFGE;
      case LE -> Opcode.IFGT;
      case GT -> Opcode.IFLE;
      default -> Opcode.IFLT;
    };
  }

  // ---------------------------------------------------------------- operators

  /**
   * Writes a binary operator.
   *
   * @param fails where to go instead of a division by zero
   */
  void binary(Instruction.Binary i, Label fails) {
    if (isComparison(i.op())) {
      Label otherwise = code.newLabel();
      Label end = code.newLabel();
      unless(i, otherwise);
      code.lconst_1().goto_(end).labelBinding(otherwise).lconst_0().labelBinding(end);
    } else {
      switch (i.type()) {
        case I32 -> int32(i, fails);
        case U32 -> unsigned32(i, fails);
        case I64 -> int64(i, fails);
        case U64 -> unsigned64(i, fails);
        case F32 -> float32(i);
        default -> float64(i);
      }
    }
    store(i.dst());
  }

  private void int32(Instruction.Binary i, Label fails) {
    if (divides(i.op())) {
      loadInt(i.b());
      code.ifeq(fails);
    }
    loadInt(i.a());
    loadInt(i.b());
    switch (i.op()) {
      case ADD -> code.iadd();
      case SUB -> code.isub();
      case MUL -> code.imul();
      case DIV -> code.idiv();
      case REM -> code.irem();
      case AND -> code.iand();
      case OR -> code.ior();
      case XOR -> code.ixor();
      case SHL -> code.ishl();
      default -> code.ishr();
    }
    code.i2l();
  }

  private void unsigned32(Instruction.Binary i, Label fails) {
    switch (i.op()) {
      case SHL, SHR -> {
        load(i.a());
        loadInt(i.b());
        code.loadConstant(31).iand();
        if (i.op() == BinaryOp.SHL) {
          code.lshl();
        } else {
          code.lushr();
        }
      }
      default -> int64(i, fails);
    }
    switch (i.op()) {
      case ADD, SUB, MUL, SHL -> code.loadConstant(LOW_HALF).land();
      default -> {}
    }
  }

  private void int64(Instruction.Binary i, Label fails) {
    if (divides(i.op())) {
      load(i.b());
      code.lconst_0().lcmp().ifeq(fails);
    }
    load(i.a());
    if (i.op() == BinaryOp.SHL || i.op() == BinaryOp.SHR) {
      loadInt(i.b());
    } else {
      load(i.b());
    }
    switch (i.op()) {
      case ADD -> code.ladd();
      case SUB -> code.lsub();
      case MUL -> code.lmul();
      case DIV -> code.ldiv();
      case REM -> code.lrem();
      case AND -> code.land();
      case OR -> code.lor();
      case XOR -> code.lxor();
      case SHL -> code.lshl();
      default -> code.lshr();
    }
  }

  private void unsigned64(Instruction.Binary i, Label fails) {
    switch (i.op()) {
      case DIV, REM -> {
        load(i.b());
        code.lconst_0().lcmp().ifeq(fails);
        load(i.a());
        load(i.b());
        String name = i.op() == BinaryOp.DIV ? "divideUnsigned" : "remainderUnsigned";
        code.invokestatic(CD_Long, name, LONGS_TO_LONG);
      }
      case SHR -> {
        load(i.a());
        loadInt(i.b());
        code.lushr();
      }
      default -> int64(i, fails);
    }
  }

  private void float32(Instruction.Binary i) {
    loadFloat(i.a());
    loadFloat(i.b());
    switch (i.op()) {
      case ADD -> code.fadd();
      case SUB -> code.fsub();
      case MUL -> code.fmul();
      case DIV -> code.fdiv();
      default -> code.frem();
    }
    loadFloat(i.a());
    loadFloat(i.b());
    code.invokestatic(
        ARITHMETIC, "result", MethodTypeDesc.of(CD_long, CD_float, CD_float, CD_float));
  }

  private void float64(Instruction.Binary i) {
    loadDouble(i.a());
    loadDouble(i.b());
    switch (i.op()) {
      case ADD -> code.dadd();
      case SUB -> code.dsub();
      case MUL -> code.dmul();
      case DIV -> code.ddiv();
      default -> code.drem();
    }
    loadDouble(i.a());
    loadDouble(i.b());
    code.invokestatic(
        ARITHMETIC, "result", MethodTypeDesc.of(CD_long, CD_double, CD_double, CD_double));
  }

  void unary(Instruction.Unary i) {
    boolean integer = !i.type().floating();
    if (integer && i.op() == UnaryOp.COMPLEMENT) {
      load(i.a());
      code.loadConstant(-1L).lxor();
      canonical(i.type());
    } else if (integer && i.op() == UnaryOp.NEG) {
      load(i.a());
      code.lneg();
      canonical(i.type());
    } else if (integer) {
      Label otherwise = code.newLabel();
      Label end = code.newLabel();
      load(i.a());
      code.lconst_0().lcmp().ifne(otherwise);
      code.lconst_1().goto_(end).labelBinding(otherwise).lconst_0().labelBinding(end);
    } else {
      code.getstatic(UNARY, i.op().name(), UNARY);
      type(i.type());
      load(i.a());
      code.invokestatic(ARITHMETIC, "unary", MethodTypeDesc.of(CD_long, UNARY, TYPE, CD_long));
    }
    store(i.dst());
  }

  void convert(Instruction.Convert i) {
    ScalarType from = i.from();
    ScalarType to = i.to();
    if (from == to) {
      load(i.a());
    } else if (!from.floating() && !to.floating()) {
      load(i.a());
      canonical(to);
    } else if (!from.floating() && from != ScalarType.U64 && to == ScalarType.F32) {
      load(i.a());
      code.l2f();
      floatBits();
    } else if (!from.floating() && from != ScalarType.U64 && to == ScalarType.F64) {
      load(i.a());
      code.l2d();
      doubleBits();
    } else if (from == ScalarType.F32 && to == ScalarType.F64) {
      loadFloat(i.a());
      code.f2d();
      doubleBits();
    } else if (from == ScalarType.F64 && to == ScalarType.F32) {
      loadDouble(i.a());
      code.d2f();
      floatBits();
    } else {
      type(from);
      type(to);
      load(i.a());
      code.invokestatic(ARITHMETIC, "convert", MethodTypeDesc.of(CD_long, TYPE, TYPE, CD_long));
    }
    store(i.dst());
  }

  void compute(Instruction.Compute i) {
    code.getstatic(FUNCTION, i.function().name(), FUNCTION);
    type(i.type());
    loadOrZero(i.a());
    loadOrZero(i.b());
    loadOrZero(i.c());
    code.invokestatic(
        ARITHMETIC,
        "compute",
        MethodTypeDesc.of(CD_long, FUNCTION, TYPE, CD_long, CD_long, CD_long));
    store(i.dst());
  }

  void round(Instruction.Round i) {
    code.getstatic(FORMAT, i.from().name(), FORMAT);
    code.getstatic(FORMAT, i.to().name(), FORMAT);
    code.getstatic(ROUNDING, i.rounding().name(), ROUNDING);
    code.loadConstant(i.finite() ? 1 : 0);
    load(i.a());
    code.invokestatic(
        FLOAT_ROUNDING,
        "round",
        MethodTypeDesc.of(CD_long, FORMAT, FORMAT, ROUNDING, CD_boolean, CD_long));
    store(i.dst());
  }

  void rounded(Instruction.Rounded i) {
    code.getstatic(OPERATION, i.operation().name(), OPERATION);
    code.getstatic(FORMAT, i.format().name(), FORMAT);
    code.getstatic(ROUNDING, i.rounding().name(), ROUNDING);
    load(i.a());
    loadOrZero(i.b());
    loadOrZero(i.c());
    code.invokestatic(
        CORRECT_ROUNDING,
        "compute",
        MethodTypeDesc.of(CD_long, OPERATION, FORMAT, ROUNDING, CD_long, CD_long, CD_long));
    store(i.dst());
  }

  // ---------------------------------------------------------------- values

  private static boolean divides(BinaryOp op) {
    return op == BinaryOp.DIV || op == BinaryOp.REM;
  }

  private void loadOrZero(int register) {
    if (register < 0) {
      code.lconst_0();
    } else {
      load(register);
    }
  }

  private void loadInt(int register) {
    load(register);
    code.l2i();
  }

  private void loadFloat(int register) {
    loadInt(register);
    code.invokestatic(CD_Float, "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
  }

  private void loadDouble(int register) {
    load(register);
    code.invokestatic(CD_Double, "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
  }

  private void floatBits() {
    code.invokestatic(CD_Float, "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float))
        .i2l()
        .loadConstant(LOW_HALF)
        .land();
  }

  private void doubleBits() {
    code.invokestatic(CD_Double, "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
  }

  private void type(ScalarType type) {
    code.getstatic(TYPE, type.name(), TYPE);
  }

  /** Extends the value on the stack from the width of a type. */
  private void canonical(ScalarType type) {
    switch (type) {
      case I8 -> code.l2i().i2b().i2l();
      case U8 -> code.loadConstant(0xFFL).land();
      case I16 -> code.l2i().i2s().i2l();
      case U16, F16 -> code.loadConstant(0xFFFFL).land();
      case I32 -> code.l2i().i2l();
      case U32, F32 -> code.loadConstant(LOW_HALF).land();
      case I64, U64, F64 -> {}
    }
  }
}
