package org.shmemlab.scenarios.lower;

import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/** A variable of a reduction clause: a copy in every thread, and the sum of all in the original. */
final class Reduction {
  private final FunctionLowering f;
  private final String operator;
  private final IASTExpression variable;
  private final Value original;
  private final CType type;
  private Value copy = new Value.Nothing();

  /** Looks the original up, while its name still stands for it. */
  Reduction(FunctionLowering f, String operator, IASTExpression variable) {
    this.f = f;
    this.operator = operator;
    this.variable = variable;
    this.original = f.expressions().value(variable);
    this.type = original.type().unqualified();
    if (!type.isScalar() || type.register().bytes() < 4) {
      throw Failure.notSupported(variable, "a reduction of '" + type + "'");
    }
  }

  /** Declares the copy, with the value that changes nothing. */
  void begin() {
    copy = Captured.privateCopy(f, variable, new Value.Constant(type, neutral()));
  }

  /** Adds the copy to the original. */
  void combine() {
    Value sum =
        switch (operator) {
          case "min" -> compute(MathFunction.MIN);
          case "max" -> compute(MathFunction.MAX);
          case "&&" -> logical(BinaryOp.AND);
          case "||" -> logical(BinaryOp.OR);
          default ->
              f.operators()
                  .apply(
                      operation(),
                      f.conversions().rvalue(original, variable),
                      f.conversions().rvalue(copy, variable),
                      variable);
        };
    f.operators().assign(original, f.conversions().implicit(sum, type, variable));
  }

  private Value compute(MathFunction function) {
    int a = f.conversions().register(f.conversions().rvalue(original, variable));
    int b = f.conversions().register(f.conversions().rvalue(copy, variable));
    int dst = f.code().register();
    f.code()
        .emit(
            new Instruction.Compute(function, type.register(), dst, a, b, Instruction.NO_REGISTER));
    return new Value.Computed(type, dst);
  }

  private Value logical(BinaryOp op) {
    int a = isTrue(original);
    int b = isTrue(copy);
    int dst = f.code().register();
    f.code().emit(new Instruction.Binary(op, ScalarType.I32, dst, a, b));
    return new Value.Computed(Arithmetic.INT, dst);
  }

  private int isTrue(Value value) {
    int read = f.conversions().register(f.conversions().rvalue(value, variable));
    int zero = f.code().constant(0);
    int dst = f.code().register();
    f.code().emit(new Instruction.Binary(BinaryOp.NE, type.register(), dst, read, zero));
    return dst;
  }

  private BinaryOp operation() {
    return switch (operator) {
      case "+", "-" -> BinaryOp.ADD;
      case "*" -> BinaryOp.MUL;
      case "&" -> BinaryOp.AND;
      case "|" -> BinaryOp.OR;
      case "^" -> BinaryOp.XOR;
      default -> throw Failure.notSupported(variable, "reduction(" + operator + ": …)");
    };
  }

  // OpenMP 5.2, table 5.1.
  private long neutral() {
    ScalarType scalar = type.register();
    return switch (operator) {
      case "*", "&&" -> number(scalar, 1);
      case "&" -> scalar.canonical(-1);
      case "min" -> extreme(scalar, true);
      case "max" -> extreme(scalar, false);
      default -> 0;
    };
  }

  private static long number(ScalarType scalar, long value) {
    return switch (scalar) {
      case F32 -> Float.floatToRawIntBits((float) value);
      case F64 -> Double.doubleToRawLongBits((double) value);
      default -> value;
    };
  }

  private static long extreme(ScalarType scalar, boolean largest) {
    return switch (scalar) {
      case F32 ->
          Float.floatToRawIntBits(largest ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY);
      case F64 ->
          Double.doubleToRawLongBits(largest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
      case U32, U64 -> largest ? scalar.canonical(-1) : 0;
      case I32 -> largest ? Integer.MAX_VALUE : Integer.MIN_VALUE;
      default -> largest ? Long.MAX_VALUE : Long.MIN_VALUE;
    };
  }
}
