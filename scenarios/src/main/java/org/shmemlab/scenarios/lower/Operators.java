package org.shmemlab.scenarios.lower;

import java.util.OptionalLong;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.lower.Value.Computed;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.lower.Value.Place;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/** Unary, binary and assignment operators (ISO C 17, 6.5.3 to 6.5.16). */
final class Operators {
  private final FunctionLowering f;

  Operators(FunctionLowering f) {
    this.f = f;
  }

  /** The type that values of a small type compute in. */
  static ScalarType computing(ScalarType type) {
    return switch (type) {
      case I8, U8, I16, U16, F16 -> ScalarType.I32;
      default -> type;
    };
  }

  // ---------------------------------------------------------------- binary

  Value binary(IASTBinaryExpression node) {
    int operator = node.getOperator();
    return switch (operator) {
      case IASTBinaryExpression.op_assign -> assign(node);
      case IASTBinaryExpression.op_logicalAnd, IASTBinaryExpression.op_logicalOr ->
          f.conditions().value(node);
      case IASTBinaryExpression.op_pmdot, IASTBinaryExpression.op_pmarrow ->
          throw Failure.notSupported(node, "pointers to members");
      default -> {
        BinaryOp compound = compound(operator);
        if (compound != null) {
          yield compoundAssign(node, compound);
        }
        Value left = f.conversions().rvalue(f.expressions().value(node.getOperand1()), node);
        Value right = f.conversions().rvalue(f.expressions().value(node.getOperand2()), node);
        yield apply(plain(node, operator), left, right, node);
      }
    };
  }

  private static BinaryOp plain(IASTNode node, int operator) {
    return switch (operator) {
      case IASTBinaryExpression.op_plus -> BinaryOp.ADD;
      case IASTBinaryExpression.op_minus -> BinaryOp.SUB;
      case IASTBinaryExpression.op_multiply -> BinaryOp.MUL;
      case IASTBinaryExpression.op_divide -> BinaryOp.DIV;
      case IASTBinaryExpression.op_modulo -> BinaryOp.REM;
      case IASTBinaryExpression.op_binaryAnd -> BinaryOp.AND;
      case IASTBinaryExpression.op_binaryOr -> BinaryOp.OR;
      case IASTBinaryExpression.op_binaryXor -> BinaryOp.XOR;
      case IASTBinaryExpression.op_shiftLeft -> BinaryOp.SHL;
      case IASTBinaryExpression.op_shiftRight -> BinaryOp.SHR;
      case IASTBinaryExpression.op_equals -> BinaryOp.EQ;
      case IASTBinaryExpression.op_notequals -> BinaryOp.NE;
      case IASTBinaryExpression.op_lessThan -> BinaryOp.LT;
      case IASTBinaryExpression.op_lessEqual -> BinaryOp.LE;
      case IASTBinaryExpression.op_greaterThan -> BinaryOp.GT;
      case IASTBinaryExpression.op_greaterEqual -> BinaryOp.GE;
      default -> throw Failure.notSupported(node, "this operator");
    };
  }

  private static @Nullable BinaryOp compound(int operator) {
    return switch (operator) {
      case IASTBinaryExpression.op_plusAssign -> BinaryOp.ADD;
      case IASTBinaryExpression.op_minusAssign -> BinaryOp.SUB;
      case IASTBinaryExpression.op_multiplyAssign -> BinaryOp.MUL;
      case IASTBinaryExpression.op_divideAssign -> BinaryOp.DIV;
      case IASTBinaryExpression.op_moduloAssign -> BinaryOp.REM;
      case IASTBinaryExpression.op_binaryAndAssign -> BinaryOp.AND;
      case IASTBinaryExpression.op_binaryOrAssign -> BinaryOp.OR;
      case IASTBinaryExpression.op_binaryXorAssign -> BinaryOp.XOR;
      case IASTBinaryExpression.op_shiftLeftAssign -> BinaryOp.SHL;
      case IASTBinaryExpression.op_shiftRightAssign -> BinaryOp.SHR;
      default -> null;
    };
  }

  /** Applies an operator to two values that are no objects any more. */
  Value apply(BinaryOp op, Value left, Value right, IASTNode node) {
    if (left.type().isStruct() || right.type().isStruct()) {
      throw Failure.at(
          node, "no such operator for '" + left.type() + "' and '" + right.type() + "'");
    }
    if (left.type().isPointer() || right.type().isPointer()) {
      return pointers(op, left, right, node);
    }
    Arithmetic a = Conversions.arithmetic(left.type(), node);
    Arithmetic b = Conversions.arithmetic(right.type(), node);
    boolean shift = op == BinaryOp.SHL || op == BinaryOp.SHR;
    Arithmetic type = shift ? a.promoted() : Arithmetic.common(a, b);
    if (needsIntegers(op) && (type.floating() || b.floating())) {
      throw Failure.at(node, "operator needs integers, not '" + a + "' and '" + b + "'");
    }
    Value x = f.conversions().scalar(left, type, node);
    Value y = f.conversions().scalar(right, type, node);
    CType result = isComparison(op) ? truthType() : type;
    return emit(op, type.scalar(), x, y, result, node);
  }

  private static boolean needsIntegers(BinaryOp op) {
    return switch (op) {
      case REM, AND, OR, XOR, SHL, SHR -> true;
      default -> false;
    };
  }

  private static boolean isComparison(BinaryOp op) {
    return switch (op) {
      case EQ, NE, LT, LE, GT, GE -> true;
      default -> false;
    };
  }

  /** The type of a comparison: int in C, bool in C++. */
  CType truthType() {
    return f.unit().isC() ? Arithmetic.INT : Arithmetic.BOOL;
  }

  private Value emit(BinaryOp op, ScalarType type, Value a, Value b, CType result, IASTNode node) {
    if (a instanceof Constant x && b instanceof Constant y) {
      OptionalLong folded = Folding.binary(op, type, x.bits(), y.bits());
      if (folded.isPresent()) {
        return new Constant(result, folded.getAsLong());
      }
      f.unit().warning(node, "division by zero");
    }
    int dst = f.code().register();
    int first = f.conversions().register(a);
    int second = f.conversions().register(b);
    f.code().emit(new Instruction.Binary(op, type, dst, first, second));
    return new Computed(result, dst);
  }

  private Value pointers(BinaryOp op, Value left, Value right, IASTNode node) {
    CType a = left.type().unqualified();
    CType b = right.type().unqualified();
    if (isComparison(op)) {
      Value x = comparable(left, right, node);
      Value y = comparable(right, left, node);
      return emit(op, ScalarType.U64, x, y, truthType(), node);
    }
    if (op == BinaryOp.SUB && a instanceof CType.Pointer p && b instanceof CType.Pointer) {
      Value bytes = emit(op, ScalarType.I64, left, right, Arithmetic.LONG, node);
      Value size = new Constant(Arithmetic.LONG, elementSize(p, node));
      return emit(BinaryOp.DIV, ScalarType.I64, bytes, size, Arithmetic.LONG, node);
    }
    if (op == BinaryOp.ADD && b instanceof CType.Pointer && a.isInteger()) {
      return offset(right, left, false, node);
    }
    if ((op == BinaryOp.ADD || op == BinaryOp.SUB) && a.isPointer() && b.isInteger()) {
      return offset(left, right, op == BinaryOp.SUB, node);
    }
    throw Failure.at(node, "no such operator for '" + a + "' and '" + b + "'");
  }

  /** An operand of a pointer comparison; an integer may only be a null pointer. */
  private Value comparable(Value value, Value other, IASTNode node) {
    if (value.type().isPointer()) {
      return value;
    }
    boolean isNull = value instanceof Constant constant && constant.bits() == 0;
    if (!isNull) {
      throw Failure.at(
          node, "comparison between '" + value.type() + "' and '" + other.type() + "'");
    }
    return new Constant(other.type(), 0);
  }

  /** pointer ± index elements. */
  Value offset(Value pointer, Value index, boolean minus, IASTNode node) {
    CType type = pointer.type().unqualified();
    long size = elementSize((CType.Pointer) type, node);
    Value wide = f.conversions().scalar(index, Arithmetic.LONG, node);
    Value bytes =
        size == 1
            ? wide
            : emit(
                BinaryOp.MUL,
                ScalarType.I64,
                wide,
                new Constant(Arithmetic.LONG, size),
                Arithmetic.LONG,
                node);
    if (bytes instanceof Constant constant && constant.bits() == 0) {
      return pointer;
    }
    return emit(minus ? BinaryOp.SUB : BinaryOp.ADD, ScalarType.I64, pointer, bytes, type, node);
  }

  private static long elementSize(CType.Pointer pointer, IASTNode node) {
    CType target = pointer.target();
    if (target.isVoid() || target.unqualified() instanceof CType.Function) {
      return 1; // as GNU C has it
    }
    if (!target.isComplete()) {
      throw Failure.at(node, "arithmetic on a pointer to the incomplete type '" + target + "'");
    }
    return target.size();
  }

  // ---------------------------------------------------------------- assignment

  private Value assign(IASTBinaryExpression node) {
    Value target = f.expressions().value(node.getOperand1());
    checkAssignable(target, node.getOperand1());
    Value value =
        node.getInitOperand2() instanceof IASTExpression expression
            ? f.conversions().implicit(f.expressions().value(expression), target.type(), node)
            : f.initialisers().temporary(node.getInitOperand2(), target.type().unqualified(), node);
    return assign(target, value);
  }

  /** Stores a converted value; gives what the assignment denotes. */
  Value assign(Value target, Value value) {
    switch (target) {
      case Value.Variable variable ->
          f.code().emit(new Instruction.Move(variable.register(), f.conversions().register(value)));
      case Place place when place.type().isStruct() -> {
        int destination = f.conversions().register(f.conversions().addressOf(place));
        int source = f.conversions().register(value);
        f.code()
            .emit(new Instruction.Copy(destination, source, Math.toIntExact(place.type().size())));
      }
      case Place place -> {
        int register = f.conversions().register(value);
        f.conversions().store(place, register);
        return new Computed(place.type().unqualified(), register);
      }
      default -> throw new IllegalStateException("not assignable: " + target);
    }
    return target;
  }

  /** Fails unless a value is an object that may be written. */
  void checkAssignable(Value target, IASTNode node) {
    if (target instanceof Constant && node instanceof IASTIdExpression) {
      throw Failure.at(node, "assignment of read-only '" + node.getRawSignature() + "'");
    }
    boolean object =
        target instanceof Value.Variable || (target instanceof Place place && !place.temporary());
    if (!object || target.type().unqualified() instanceof CType.Array) {
      throw Failure.at(node, "'" + node.getRawSignature() + "' is not assignable");
    }
    if (target.type().isConst()) {
      throw Failure.at(node, "assignment of read-only '" + node.getRawSignature() + "'");
    }
  }

  private Value compoundAssign(IASTBinaryExpression node, BinaryOp op) {
    Value target = f.expressions().value(node.getOperand1());
    checkAssignable(target, node.getOperand1());
    Value right = f.conversions().rvalue(f.expressions().value(node.getOperand2()), node);
    return update(target, op, right, node);
  }

  private Value update(Value target, BinaryOp op, Value right, IASTNode node) {
    Value old = f.conversions().rvalue(target, node);
    Value result = apply(op, old, right, node);
    return assign(target, f.conversions().cast(result, target.type(), node));
  }

  // ---------------------------------------------------------------- unary

  Value unary(IASTUnaryExpression node) {
    IASTExpression operand = node.getOperand();
    return switch (node.getOperator()) {
      case IASTUnaryExpression.op_bracketedPrimary -> f.expressions().value(operand);
      case IASTUnaryExpression.op_prefixIncr -> step(operand, BinaryOp.ADD, node);
      case IASTUnaryExpression.op_prefixDecr -> step(operand, BinaryOp.SUB, node);
      case IASTUnaryExpression.op_postFixIncr -> postfix(operand, BinaryOp.ADD, node);
      case IASTUnaryExpression.op_postFixDecr -> postfix(operand, BinaryOp.SUB, node);
      case IASTUnaryExpression.op_plus ->
          f.conversions().promoted(f.expressions().value(operand), node);
      case IASTUnaryExpression.op_minus -> arithmetic(UnaryOp.NEG, operand, node);
      case IASTUnaryExpression.op_tilde -> arithmetic(UnaryOp.COMPLEMENT, operand, node);
      case IASTUnaryExpression.op_not -> f.conditions().not(operand, node);
      case IASTUnaryExpression.op_star -> dereference(operand, node);
      case IASTUnaryExpression.op_amper -> addressOf(operand, node);
      case IASTUnaryExpression.op_sizeof ->
          size(f.typeOf(operand), IASTUnaryExpression.op_sizeof, node);
      case IASTUnaryExpression.op_alignOf ->
          new Constant(Arithmetic.UNSIGNED_LONG, f.typeOf(operand).align());
      default -> throw Failure.notSupported(node, "this operator");
    };
  }

  /** The value of sizeof or alignof of a type. */
  Value size(CType type, int operator, IASTNode node) {
    if (!type.isComplete() && !(type.unqualified() instanceof CType.Function)) {
      throw Failure.at(node, "the size of '" + type + "' is not known");
    }
    boolean size = operator == IASTUnaryExpression.op_sizeof;
    return new Constant(Arithmetic.UNSIGNED_LONG, size ? type.size() : type.align());
  }

  private Value arithmetic(UnaryOp op, IASTExpression operand, IASTNode node) {
    Value value = f.conversions().promoted(f.expressions().value(operand), node);
    if (op == UnaryOp.COMPLEMENT && value.type().isFloating()) {
      throw Failure.at(node, "operator ~ needs an integer");
    }
    return unary(op, value, value.type());
  }

  /** Applies a unary operator to a scalar value. */
  Value unary(UnaryOp op, Value value, CType result) {
    ScalarType type = computing(value.type().register());
    if (value instanceof Constant constant) {
      return new Constant(result, Folding.unary(op, type, constant.bits()));
    }
    int dst = f.code().register();
    int source = f.conversions().register(value);
    f.code().emit(new Instruction.Unary(op, type, dst, source));
    return new Computed(result, dst);
  }

  /** ++x, --x, and x++, x-- whose value nobody wants. */
  Value step(IASTExpression operand, BinaryOp op, IASTNode node) {
    Value target = f.expressions().value(operand);
    checkAssignable(target, operand);
    return update(target, op, new Constant(Arithmetic.INT, 1), node);
  }

  private Value postfix(IASTExpression operand, BinaryOp op, IASTNode node) {
    Value target = f.expressions().value(operand);
    checkAssignable(target, operand);
    Value old = f.conversions().rvalue(target, node);
    if (target instanceof Value.Variable) {
      old = f.copy(old); // the variable's register is about to change
    }
    Value result = apply(op, old, new Constant(Arithmetic.INT, 1), node);
    assign(target, f.conversions().cast(result, target.type(), node));
    return old;
  }

  private Value dereference(IASTExpression operand, IASTNode node) {
    Value value = f.expressions().value(operand);
    if (value instanceof Value.Code) {
      return value;
    }
    return pointee(f.conversions().rvalue(value, node), node);
  }

  /** The object that a pointer value points to. */
  Value pointee(Value pointer, IASTNode node) {
    if (!(pointer.type().unqualified() instanceof CType.Pointer type)) {
      throw Failure.at(node, "'" + pointer.type() + "' is not a pointer");
    }
    if (type.target().isVoid()) {
      throw Failure.at(node, "a 'void *' cannot be dereferenced; cast it first");
    }
    if (type.target().unqualified() instanceof CType.Function) {
      return pointer;
    }
    return pointer instanceof Constant constant
        ? Place.absolute(type.target(), constant.bits())
        : Place.at(type.target(), f.conversions().register(pointer), 0);
  }

  private Value addressOf(IASTExpression operand, IASTNode node) {
    Value value = f.expressions().value(operand);
    return switch (value) {
      case Place place -> f.conversions().addressOf(place);
      case Value.Code code -> f.calls().functionPointer(code, node);
      default -> throw Failure.at(node, "'" + operand.getRawSignature() + "' has no address");
    };
  }
}
