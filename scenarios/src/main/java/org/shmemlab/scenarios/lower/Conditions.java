package org.shmemlab.scenarios.lower;

import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/** Truth: branches on conditions, short circuits, {@code !} and {@code ?:}. */
final class Conditions {
  private final FunctionLowering f;

  Conditions(FunctionLowering f) {
    this.f = f;
  }

  /** Goes to one of two labels, evaluating no more than C does. */
  void branch(IASTExpression condition, Label ifTrue, Label ifFalse) {
    if (condition instanceof IASTUnaryExpression unary) {
      if (unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
        branch(unary.getOperand(), ifTrue, ifFalse);
        return;
      }
      if (unary.getOperator() == IASTUnaryExpression.op_not) {
        branch(unary.getOperand(), ifFalse, ifTrue);
        return;
      }
    }
    if (condition instanceof IASTBinaryExpression binary) {
      boolean and = binary.getOperator() == IASTBinaryExpression.op_logicalAnd;
      if (and || binary.getOperator() == IASTBinaryExpression.op_logicalOr) {
        Label second = f.code().label();
        branch(binary.getOperand1(), and ? second : ifTrue, and ? ifFalse : second);
        f.code().place(second);
        branch(binary.getOperand2(), ifTrue, ifFalse);
        return;
      }
    }
    Value value = f.conversions().rvalue(f.expressions().value(condition), condition);
    if (value instanceof Constant constant) {
      boolean holds = Folding.truth(constant.type().register(), constant.bits());
      f.code().jump(holds ? ifTrue : ifFalse);
    } else {
      f.code().branch(f.conversions().truth(value, condition), ifTrue, ifFalse);
    }
  }

  /** The value of {@code &&} or {@code ||}. */
  Value value(IASTBinaryExpression node) {
    Value known = constant(node);
    if (known != null) {
      return known;
    }
    int dst = f.code().register();
    Label holds = f.code().label();
    Label fails = f.code().label();
    Label end = f.code().label();
    branch(node, holds, fails);
    f.code().place(holds);
    f.code().emit(new Instruction.Const(dst, 1));
    f.code().jump(end);
    f.code().place(fails);
    f.code().emit(new Instruction.Const(dst, 0));
    f.code().place(end);
    return new Computed(f.operators().truthType(), dst);
  }

  /** The value of a logical expression if its operands say it without being run, else null. */
  private @Nullable Value constant(IASTBinaryExpression node) {
    boolean and = node.getOperator() == IASTBinaryExpression.op_logicalAnd;
    Boolean first = f.knownTruth(node.getOperand1());
    if (first == null) {
      return null;
    }
    if (first != and) {
      return new Constant(f.operators().truthType(), and ? 0 : 1);
    }
    Boolean second = f.knownTruth(node.getOperand2());
    return second == null ? null : new Constant(f.operators().truthType(), second ? 1 : 0);
  }

  Value not(IASTExpression operand, IASTNode node) {
    Value value = f.conversions().rvalue(f.expressions().value(operand), node);
    if (!value.type().isScalar()) {
      throw Failure.at(node, "'" + value.type() + "' is no condition");
    }
    return f.operators().unary(UnaryOp.NOT, value, f.operators().truthType());
  }

  /** {@code condition ? yes : no}. */
  Value choose(IASTConditionalExpression node) {
    IASTExpression yes = node.getPositiveResultExpression();
    if (yes == null) {
      throw Failure.notSupported(node, "?: without a middle operand");
    }
    IASTExpression no = node.getNegativeResultExpression();
    Boolean known = f.knownTruth(node.getLogicalConditionExpression());
    CType type = commonType(yes, no, node);
    if (known != null) {
      return convert(f.expressions().value(known ? yes : no), type, node);
    }
    Label onYes = f.code().label();
    Label onNo = f.code().label();
    Label end = f.code().label();
    int dst = f.code().register();
    branch(node.getLogicalConditionExpression(), onYes, onNo);
    f.code().place(onYes);
    move(dst, convert(f.expressions().value(yes), type, node));
    f.code().jump(end);
    f.code().place(onNo);
    move(dst, convert(f.expressions().value(no), type, node));
    f.code().place(end);
    if (type.isVoid()) {
      return new Value.Nothing();
    }
    return type.isStruct() ? new Place(type, dst, 0, true) : new Computed(type, dst);
  }

  private Value convert(Value value, CType type, IASTNode node) {
    return type.isVoid() ? new Value.Nothing() : f.conversions().cast(value, type, node);
  }

  private void move(int dst, Value value) {
    if (!(value instanceof Value.Nothing)) {
      f.code().emit(new Instruction.Move(dst, f.conversions().register(value)));
    }
  }

  /** The type of a conditional expression (ISO C 17, 6.5.15). */
  private CType commonType(IASTExpression yes, IASTExpression no, IASTNode node) {
    Value a = f.dryValue(yes);
    Value b = f.dryValue(no);
    CType p = a.type().unqualified();
    CType q = b.type().unqualified();
    if (p.equals(q) || p.isVoid()) {
      return p;
    }
    if (q.isVoid()) {
      return q;
    }
    if (p.isArithmetic() && q.isArithmetic()) {
      return Arithmetic.common(Conversions.arithmetic(p, node), Conversions.arithmetic(q, node));
    }
    if (p.isPointer() && (q.isInteger() || pointsToVoid(q) || !pointsToVoid(p))) {
      return pointsToVoid(q) && !isNull(b) ? q : p;
    }
    if (q.isPointer() && (p.isInteger() || p.isPointer())) {
      return pointsToVoid(p) && !isNull(a) ? p : q;
    }
    throw Failure.at(node, "operands of ?: have the types '" + p + "' and '" + q + "'");
  }

  private static boolean isNull(Value value) {
    return value instanceof Constant constant && constant.bits() == 0;
  }

  private static boolean pointsToVoid(CType type) {
    return type instanceof CType.Pointer pointer && pointer.target().isVoid();
  }
}
