package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Computed;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Constant;

/** Compiles truth: branches on conditions, short circuits and {@code ?:}. */
final class Conditions {
  private final FunctionBuilder f;
  private final Expressions expressions;

  Conditions(FunctionBuilder f, Expressions expressions) {
    this.f = f;
    this.expressions = expressions;
  }

  /** Goes to one of two labels, evaluating no more than C does. */
  void branch(Expression condition, Label ifTrue, Label ifFalse) {
    switch (condition) {
      case Expression.Unary(int _, @Nullable UnaryOp op, Expression operand)
          when op == UnaryOp.NOT ->
          branch(operand, ifFalse, ifTrue);
      case Expression.Logical(int _, boolean and, Expression left, Expression right) -> {
        Label second = f.code().label();
        branch(left, and ? second : ifTrue, and ? ifFalse : second);
        f.code().place(second);
        branch(right, ifTrue, ifFalse);
      }
      default -> {
        ExpressionValue value =
            f.conversions().condition(expressions.value(condition), condition.line());
        if (value instanceof Constant constant) {
          boolean holds = Folding.truth(constant.type().register(), constant.bits());
          f.code().jump(holds ? ifTrue : ifFalse);
        } else {
          f.code().branch(f.conversions().truth(value, condition.line()), ifTrue, ifFalse);
        }
      }
    }
  }

  /** The value of {@code &&} or {@code ||}. */
  ExpressionValue value(Expression.Logical logical) {
    Constant yes = new Constant(Type.Numeric.BOOL, 1);
    Constant no = new Constant(Type.Numeric.BOOL, 0);
    return either(logical, Type.Numeric.BOOL, List.of(() -> yes, () -> no));
  }

  /** {@code condition ? yes : no}. */
  ExpressionValue choose(Expression.Choose choose) {
    Type type = f.dry(() -> common(rvalue(choose.yes()), rvalue(choose.no()), choose.line()));
    return either(
        choose.condition(),
        type,
        ImmutableList.of(
            () -> expressions.value(choose.yes()), () -> expressions.value(choose.no())));
  }

  /** One of two values in a register, as a condition says. */
  private ExpressionValue either(
      Expression condition, Type type, List<Supplier<ExpressionValue>> values) {
    int dst = f.code().register();
    Label holds = f.code().label();
    Label fails = f.code().label();
    Label end = f.code().label();
    branch(condition, holds, fails);
    for (int i = 0; i < values.size(); i++) {
      f.code().place(i == 0 ? holds : fails);
      ExpressionValue value = f.conversions().cast(values.get(i).get(), type, condition.line());
      if (!(value instanceof ExpressionValue.Nothing)) {
        f.code().emit(new Instruction.Move(dst, f.conversions().register(value)));
      }
      if (i == 0) {
        f.code().jump(end);
      }
    }
    f.code().place(end);
    return type.equals(Type.Incomplete.VOID)
        ? new ExpressionValue.Nothing()
        : new Computed(type, dst);
  }

  /** The type of a conditional expression (C++17, [expr.cond]). */
  private static Type common(ExpressionValue a, ExpressionValue b, int line) {
    Type p = a.type();
    Type q = b.type();
    if (p.equals(q)) {
      return p;
    }
    if (p instanceof Type.Numeric(NumberType x) && q instanceof Type.Numeric(NumberType y)) {
      return new Type.Numeric(NumberType.common(x, y));
    }
    if (p.isPointer() && b instanceof Constant constant && constant.isNull()) {
      return p;
    }
    if (q.isPointer() && a instanceof Constant constant && constant.isNull()) {
      return q;
    }
    throw new StatementError(line, "operands of ?: have the types '" + p + "' and '" + q + "'");
  }

  private ExpressionValue rvalue(Expression expression) {
    return f.conversions().rvalue(expressions.value(expression), expression.line());
  }
}
