package org.shmemlab.scenarios.litmus.statements;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Computed;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Constant;
import org.shmemlab.scenarios.litmus.statements.ExpressionValue.Place;

/** Loads, decays and converts values as CUDA C++ does (C++17, [conv]). */
record Conversions(CodeBuilder code) {

  // ---------------------------------------------------------------- objects

  /** The value that an expression has: objects are read, arrays become pointers. */
  ExpressionValue rvalue(ExpressionValue value, int line) {
    return switch (value) {
      case Constant _, Computed _, ExpressionValue.Nothing _ -> value;
      case ExpressionValue.Variable variable -> new Computed(variable.type(), variable.register());
      case Place place when place.type() instanceof Type.Array array ->
          retyped(
              addressOf(place),
              new Type.Pointer(array.element(), place.constant(), place.isVolatile()));
      case Place place -> new Computed(place.type(), load(place, line));
    };
  }

  private int load(Place place, int line) {
    if (!place.type().isScalar()) {
      throw new StatementError(line, "a '" + place.type() + "' has no value here");
    }
    int dst = code.register();
    int base = place.isAbsolute() ? code.constant(place.offset()) : place.base();
    int offset = place.isAbsolute() ? 0 : Math.toIntExact(place.offset());
    code.emit(new Instruction.Load(place.type().register(), dst, base, offset, place.isVolatile()));
    return dst;
  }

  /** Writes a converted scalar into an object. */
  void store(Place place, int register) {
    int base = place.isAbsolute() ? code.constant(place.offset()) : place.base();
    int offset = place.isAbsolute() ? 0 : Math.toIntExact(place.offset());
    code.emit(
        new Instruction.Store(place.type().register(), base, offset, register, place.isVolatile()));
  }

  /** The address of an object, as a pointer to its type. */
  ExpressionValue addressOf(Place place) {
    Type type = new Type.Pointer(place.type(), place.constant(), place.isVolatile());
    if (place.isAbsolute()) {
      return new Constant(type, place.offset());
    }
    if (place.offset() == 0) {
      return new Computed(type, place.base());
    }
    int dst = code.register();
    int offset = code.constant(place.offset());
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, dst, place.base(), offset));
    return new Computed(type, dst);
  }

  /** A register that holds a scalar. */
  int register(ExpressionValue value) {
    return switch (value) {
      case Constant constant -> code.constant(constant.bits());
      case Computed computed -> computed.register();
      case ExpressionValue.Variable variable -> variable.register();
      case Place _, ExpressionValue.Nothing _ ->
          throw new IllegalStateException("not in a register: " + value);
    };
  }

  // ---------------------------------------------------------------- conversions

  /** Converts as initialisation, assignment and argument passing do. */
  ExpressionValue implicit(ExpressionValue from, Type to, int line) {
    ExpressionValue value = rvalue(from, line);
    if (!convertsByItself(value, to)) {
      throw new StatementError(line, "cannot convert '" + value.type() + "' to '" + to + "'");
    }
    return scalar(value, to);
  }

  private static boolean convertsByItself(ExpressionValue value, Type to) {
    Type from = value.type();
    if (!from.isScalar() || !to.isScalar()) {
      return false;
    }
    if (to.isNumber()) {
      return from.isNumber() || to.equals(Type.Numeric.BOOL);
    }
    boolean isNull = value instanceof Constant constant && constant.isNull();
    return from instanceof Type.Pointer source
        ? converts(source, (Type.Pointer) to, isNull)
        : isNull && from.isInteger();
  }

  private static boolean converts(Type.Pointer from, Type.Pointer to, boolean isNull) {
    boolean keepsQualifiers =
        (to.constant() || !from.constant()) && (to.isVolatile() || !from.isVolatile());
    boolean compatible =
        from.target().equals(to.target())
            || to.target().equals(Type.Incomplete.VOID)
            || (from.target().equals(Type.Incomplete.VOID) && isNull);
    return compatible && (keepsQualifiers || isNull);
  }

  /** Converts as a cast does. */
  ExpressionValue cast(ExpressionValue from, Type to, int line) {
    if (to.equals(Type.Incomplete.VOID)) {
      return new ExpressionValue.Nothing();
    }
    ExpressionValue value = rvalue(from, line);
    boolean mixed =
        (to.isPointer() && value.type().isFloating())
            || (to.isFloating() && value.type().isPointer());
    if (mixed || !to.isScalar() || !value.type().isScalar()) {
      throw new StatementError(line, "cannot convert '" + value.type() + "' to '" + to + "'");
    }
    return scalar(value, to);
  }

  /** Converts a scalar to another scalar type. */
  ExpressionValue scalar(ExpressionValue value, Type target) {
    ScalarType from = value.type().register();
    ScalarType to = target.register();
    if (target.equals(Type.Numeric.BOOL)) {
      return value.type().equals(Type.Numeric.BOOL)
          ? value
          : retyped(isNonZero(value), Type.Numeric.BOOL);
    }
    if (value instanceof Constant constant) {
      return new Constant(target, Folding.convert(from, to, constant.bits()));
    }
    if (Folding.sameForm(from, to)) {
      return retyped(value, target);
    }
    int dst = code.register();
    code.emit(new Instruction.Convert(from, to, dst, register(value)));
    return new Computed(target, dst);
  }

  /** The value as that of another type with the same register form. */
  private ExpressionValue retyped(ExpressionValue value, Type type) {
    return value instanceof Constant constant
        ? new Constant(type, constant.bits())
        : new Computed(type, register(value));
  }

  /** The value after integer promotion. */
  ExpressionValue promoted(ExpressionValue from, int line) {
    ExpressionValue value = rvalue(from, line);
    return scalar(value, new Type.Numeric(number(value.type(), line).promoted()));
  }

  /** The arithmetic type that an operand computes in before promotion. */
  static NumberType number(Type type, int line) {
    if (type instanceof Type.Numeric(NumberType number)) {
      return number;
    }
    throw new StatementError(
        line,
        type.equals(Type.Incomplete.VOID)
            ? "a void value is used"
            : "'" + type + "' is not a number");
  }

  // ---------------------------------------------------------------- truth

  /** A register that is not zero exactly if the value counts as true. */
  int truth(ExpressionValue from, int line) {
    ExpressionValue value = condition(from, line);
    return value.type().isFloating() ? register(isNonZero(value)) : register(value);
  }

  /** The value, which must be one that counts as true or false. */
  ExpressionValue condition(ExpressionValue from, int line) {
    ExpressionValue value = rvalue(from, line);
    if (!value.type().isScalar()) {
      throw new StatementError(line, "'" + value.type() + "' is no condition");
    }
    return value;
  }

  /** 1 if a scalar is not zero, else 0. */
  private ExpressionValue isNonZero(ExpressionValue value) {
    ScalarType type = value.type().register();
    if (value instanceof Constant constant) {
      return new Constant(Type.Numeric.INT, Folding.truth(type, constant.bits()) ? 1 : 0);
    }
    int zero = code.constant(0);
    int dst = code.register();
    code.emit(new Instruction.Binary(BinaryOp.NE, computing(type), dst, register(value), zero));
    return new Computed(Type.Numeric.INT, dst);
  }

  /** The type that values of a small type compute in. */
  static ScalarType computing(ScalarType type) {
    return switch (type) {
      case I8, U8, I16, U16, F16 -> ScalarType.I32;
      default -> type;
    };
  }
}
