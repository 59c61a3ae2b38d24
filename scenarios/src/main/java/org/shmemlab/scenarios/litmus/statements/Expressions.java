package org.shmemlab.scenarios.litmus.statements;

import java.util.OptionalLong;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Computed;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Constant;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Place;

/** Turns expressions into instructions (ISO C 17, 6.5; truth values are C++'s {@code bool}). */
final class Expressions {
  private static final String AXES = "xyz";

  private final FunctionBuilder f;
  private final Conditions conditions;
  private final LibraryCalls calls;

  Expressions(FunctionBuilder f) {
    this.f = f;
    this.conditions = new Conditions(f, this);
    this.calls = new LibraryCalls(f);
  }

  Conditions conditions() {
    return conditions;
  }

  /** The value of an expression; its instructions are emitted. */
  ExpressionValue value(Expression expression) {
    return switch (expression) {
      case Expression.Literal literal -> new Constant(literal.type(), literal.bits());
      case Expression.Text text -> text(text);
      case Expression.Name name -> name(name);
      case Expression.Coordinate coordinate -> coordinate(coordinate);
      case Expression.Unary unary -> unary(unary);
      case Expression.Dereference star -> pointee(rvalue(star.pointer()), star.line());
      case Expression.AddressOf of -> addressOf(of);
      case Expression.SizeOf of -> sizeOf(of);
      case Expression.Step step -> step(step);
      case Expression.Binary binary ->
          apply(binary.op(), rvalue(binary.left()), rvalue(binary.right()), binary.line());
      case Expression.Logical logical -> conditions.value(logical);
      case Expression.Assign assign -> assign(assign);
      case Expression.Choose choose -> conditions.choose(choose);
      case Expression.Cast cast ->
          f.conversions().cast(value(cast.operand()), cast.type(), cast.line());
      case Expression.Comma comma -> {
        discard(comma.first());
        yield value(comma.second());
      }
      case Expression.Index index -> element(index);
      case Expression.Call call ->
          calls.call(
              calls.prototype(call), call, call.arguments().stream().map(this::value).toList());
    };
  }

  /** Evaluates for effects only. */
  void discard(Expression expression) {
    switch (expression) {
      case Expression.Step step ->
          step(new Expression.Step(step.line(), step.target(), step.op(), false));
      case Expression.Comma comma -> {
        discard(comma.first());
        discard(comma.second());
      }
      default -> {
        ExpressionValue unused = value(expression);
        if (unused instanceof Place place && place.isVolatile()) {
          f.conversions().rvalue(unused, expression.line()); // reading it is an effect
        }
      }
    }
  }

  private ExpressionValue rvalue(Expression expression) {
    return f.conversions().rvalue(value(expression), expression.line());
  }

  private CodeBuilder code() {
    return f.code();
  }

  // ---------------------------------------------------------------- names and texts

  private ExpressionValue text(Expression.Text text) {
    Type character = new Type.Numeric(NumberType.CHAR);
    return new Constant(
        new Type.Pointer(character, true, false), f.unit().literal(text.text(), text.line()));
  }

  private ExpressionValue name(Expression.Name name) {
    VariableScope.Symbol symbol = f.scope().find(name.name());
    return switch (symbol) {
      case null -> constant(name);
      case VariableScope.InRegister variable ->
          new ExpressionValue.Variable(variable.type(), variable.register(), variable.constant());
      case VariableScope.InSlot variable ->
          new Place(
              variable.type(),
              code().slotAddress(variable.slot()),
              0,
              variable.constant(),
              variable.isVolatile());
      case VariableScope.AtAddress word -> absolute(word.type(), word.address());
    };
  }

  private static Place absolute(Type type, long address) {
    return new Place(type, Instruction.NO_REGISTER, address, false, false);
  }

  private ExpressionValue constant(Expression.Name name) {
    String text = f.unit().vocabulary().constant(name.name());
    ExpressionValue value = null;
    if (text != null) {
      try {
        value = value(ExpressionParser.of(text, f.unit().vocabulary()));
      } catch (StatementError noExpression) {
        value = null; // a macro of another kind: not for litmus tests
      }
    }
    if (value instanceof Constant) {
      return value;
    }
    throw new StatementError(name.line(), "'" + name.name() + "' was not declared");
  }

  private ExpressionValue coordinate(Expression.Coordinate coordinate) {
    int axis = coordinate.axis().length() == 1 ? AXES.indexOf(coordinate.axis()) : -1;
    if (axis < 0) {
      throw new StatementError(
          coordinate.line(), "no coordinate '" + coordinate.axis() + "'; there are x, y and z");
    }
    if (!f.onDevice()) {
      throw new StatementError(
          coordinate.line(), "'" + coordinate.of() + "' is known in device code only");
    }
    SpecialRegister x =
        switch (coordinate.of()) {
          case "threadIdx" -> SpecialRegister.THREAD_IDX_X;
          case "blockIdx" -> SpecialRegister.BLOCK_IDX_X;
          case "blockDim" -> SpecialRegister.BLOCK_DIM_X;
          default -> SpecialRegister.GRID_DIM_X;
        };
    int dst = code().register();
    code().emit(new Instruction.Special(SpecialRegister.values()[x.ordinal() + axis], dst));
    return new Computed(new Type.Numeric(NumberType.UNSIGNED), dst);
  }

  // ---------------------------------------------------------------- objects

  /** The object that a pointer value points to. */
  private Place pointee(ExpressionValue pointer, int line) {
    if (!(pointer.type() instanceof Type.Pointer type)) {
      throw new StatementError(line, "'" + pointer.type() + "' is not a pointer");
    }
    if (type.target() instanceof Type.Incomplete) {
      throw new StatementError(line, "a '" + type + "' cannot be dereferenced; cast it first");
    }
    boolean known = pointer instanceof Constant;
    int base = known ? Instruction.NO_REGISTER : f.conversions().register(pointer);
    long offset = pointer instanceof Constant constant ? constant.bits() : 0;
    return new Place(type.target(), base, offset, type.constant(), type.isVolatile());
  }

  private ExpressionValue addressOf(Expression.AddressOf of) {
    if (value(of.object()) instanceof Place place) {
      return f.conversions().addressOf(place);
    }
    throw new StatementError(of.line(), "only a variable has an address");
  }

  private ExpressionValue element(Expression.Index index) {
    ExpressionValue base = rvalue(index.base());
    ExpressionValue number = rvalue(index.index());
    if (number.type().isPointer()) {
      ExpressionValue swapped = base;
      base = number;
      number = swapped;
    }
    if (!(base.type() instanceof Type.Pointer pointer) || !number.type().isInteger()) {
      throw new StatementError(index.line(), "'" + base.type() + "' is neither array nor pointer");
    }
    if (number instanceof Constant constant && base instanceof Computed computed) {
      long offset = constant.bits() * pointer.target().bytes();
      Place first = pointee(computed, index.line());
      return new Place(first.type(), first.base(), offset, first.constant(), first.isVolatile());
    }
    return pointee(offset(base, number, BinaryOp.ADD), index.line());
  }

  private ExpressionValue sizeOf(Expression.SizeOf of) {
    Type type = f.dry(() -> value(of.operand()).type());
    return new Constant(new Type.Numeric(NumberType.UNSIGNED_LONG), type.bytes());
  }

  // ---------------------------------------------------------------- operators

  private ExpressionValue unary(Expression.Unary unary) {
    UnaryOp op = unary.op();
    ExpressionValue operand = value(unary.operand());
    if (op == UnaryOp.NOT) {
      return emit(op, f.conversions().condition(operand, unary.line()), Type.Numeric.BOOL);
    }
    ExpressionValue value = f.conversions().promoted(operand, unary.line());
    if (op == null) {
      return value;
    }
    if (op == UnaryOp.COMPLEMENT && value.type().isFloating()) {
      throw new StatementError(unary.line(), "operator ~ needs an integer");
    }
    return emit(op, value, value.type());
  }

  private ExpressionValue emit(UnaryOp op, ExpressionValue value, Type result) {
    ScalarType type = Conversions.computing(value.type().register());
    if (value instanceof Constant constant) {
      return new Constant(result, Folding.unary(op, type, constant.bits()));
    }
    int dst = code().register();
    code().emit(new Instruction.Unary(op, type, dst, f.conversions().register(value)));
    return new Computed(result, dst);
  }

  /** Applies an operator to two values that are no objects any more. */
  private ExpressionValue apply(
      BinaryOp op, ExpressionValue left, ExpressionValue right, int line) {
    if (left.type().isPointer() || right.type().isPointer()) {
      return pointers(op, left, right, line);
    }
    NumberType a = Conversions.number(left.type(), line);
    NumberType b = Conversions.number(right.type(), line);
    boolean shift = op == BinaryOp.SHL || op == BinaryOp.SHR;
    NumberType type = shift ? a.promoted() : NumberType.common(a, b);
    if (needsIntegers(op) && (type.floating() || b.floating())) {
      throw new StatementError(line, "operator needs integers, not '" + a + "' and '" + b + "'");
    }
    Type number = new Type.Numeric(type);
    ExpressionValue x = f.conversions().scalar(left, number);
    ExpressionValue y = f.conversions().scalar(right, number);
    return emit(op, type.scalar(), x, y, isComparison(op) ? Type.Numeric.BOOL : number);
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

  private ExpressionValue emit(
      BinaryOp op, ScalarType type, ExpressionValue a, ExpressionValue b, Type result) {
    if (a instanceof Constant x && b instanceof Constant y) {
      OptionalLong folded = Folding.binary(op, type, x.bits(), y.bits());
      if (folded.isPresent()) {
        return new Constant(result, folded.getAsLong());
      }
    }
    int dst = code().register();
    int first = f.conversions().register(a);
    int second = f.conversions().register(b);
    code().emit(new Instruction.Binary(op, type, dst, first, second));
    return new Computed(result, dst);
  }

  private ExpressionValue pointers(
      BinaryOp op, ExpressionValue left, ExpressionValue right, int line) {
    Type a = left.type();
    Type b = right.type();
    if (isComparison(op) && comparable(left, b) && comparable(right, a)) {
      return emit(op, ScalarType.U64, left, right, Type.Numeric.BOOL);
    }
    if (op == BinaryOp.SUB && a instanceof Type.Pointer p && b.isPointer()) {
      ExpressionValue bytes = emit(op, ScalarType.I64, left, right, Type.Numeric.LONG);
      ExpressionValue size = new Constant(Type.Numeric.LONG, p.target().bytes());
      return emit(BinaryOp.DIV, ScalarType.I64, bytes, size, Type.Numeric.LONG);
    }
    if (op == BinaryOp.ADD && a.isInteger()) {
      return offset(right, left, op);
    }
    if ((op == BinaryOp.ADD || op == BinaryOp.SUB) && a.isPointer() && b.isInteger()) {
      return offset(left, right, op);
    }
    throw new StatementError(line, "no such operator for '" + a + "' and '" + b + "'");
  }

  /** Whether a value compares with a pointer; an integer may only be a null pointer. */
  private static boolean comparable(ExpressionValue value, Type other) {
    return value.type().isPointer()
        || (other.isPointer() && value instanceof Constant constant && constant.isNull());
  }

  /** pointer ± index elements. */
  private ExpressionValue offset(ExpressionValue pointer, ExpressionValue index, BinaryOp op) {
    Type type = pointer.type();
    int size = ((Type.Pointer) type).target().bytes();
    ExpressionValue wide = f.conversions().scalar(index, Type.Numeric.LONG);
    Constant factor = new Constant(Type.Numeric.LONG, size);
    ExpressionValue bytes =
        size == 1 ? wide : emit(BinaryOp.MUL, ScalarType.I64, wide, factor, Type.Numeric.LONG);
    if (bytes instanceof Constant constant && constant.isNull()) {
      return pointer;
    }
    return emit(op, ScalarType.I64, pointer, bytes, type);
  }

  // ---------------------------------------------------------------- assignment

  private ExpressionValue assign(Expression.Assign assign) {
    int line = assign.line();
    BinaryOp op = assign.op();
    ExpressionValue target = assignable(assign.target());
    if (op == null) {
      ExpressionValue value = value(assign.value());
      return store(target, f.conversions().implicit(value, target.type(), line));
    }
    return update(target, op, rvalue(assign.value()), line);
  }

  private ExpressionValue step(Expression.Step step) {
    ExpressionValue target = assignable(step.target());
    ExpressionValue one = new Constant(Type.Numeric.INT, 1);
    if (!step.givesOld()) {
      return update(target, step.op(), one, step.line());
    }
    ExpressionValue old = f.conversions().rvalue(target, step.line());
    if (target instanceof ExpressionValue.Variable) { // its register is about to change
      int copy = code().register();
      code().emit(new Instruction.Move(copy, f.conversions().register(old)));
      old = new Computed(old.type(), copy);
    }
    ExpressionValue result = apply(step.op(), old, one, step.line());
    store(target, f.conversions().cast(result, target.type(), step.line()));
    return old;
  }

  private ExpressionValue update(
      ExpressionValue target, BinaryOp op, ExpressionValue right, int line) {
    ExpressionValue old = f.conversions().rvalue(target, line);
    ExpressionValue result = apply(op, old, right, line);
    return store(target, f.conversions().cast(result, target.type(), line));
  }

  /** An object that may be written. */
  private ExpressionValue assignable(Expression expression) {
    ExpressionValue target = value(expression);
    boolean constant =
        switch (target) {
          case ExpressionValue.Variable variable -> variable.constant();
          case Place place when place.type().isScalar() -> place.constant();
          default -> throw new StatementError(expression.line(), "this is not assignable");
        };
    if (constant) {
      throw new StatementError(expression.line(), "assignment of a read-only variable");
    }
    return target;
  }

  /** Stores a converted value; returns the value of the assignment. */
  ExpressionValue store(ExpressionValue target, ExpressionValue value) {
    int register = f.conversions().register(value);
    if (target instanceof ExpressionValue.Variable variable) {
      code().emit(new Instruction.Move(variable.register(), register));
      return variable;
    }
    f.conversions().store((Place) target, register);
    return new Computed(target.type(), register);
  }
}
