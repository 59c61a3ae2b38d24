package org.shmemlab.scenarios.litmus.statements;

import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;

/** Represents a type of a litmus test's statements. */
public sealed interface Type {
  /** An arithmetic type. */
  record Numeric(NumberType number) implements Type {
    public static final Numeric INT = new Numeric(NumberType.INT);

    /** In which addresses are computed. */
    public static final Numeric LONG = new Numeric(NumberType.LONG);

    /** The type of comparisons. */
    public static final Numeric BOOL = new Numeric(NumberType.BOOL);

    @Override
    public String toString() {
      return number.toString();
    }
  }

  /** The address of something that is used as its qualifiers say. */
  record Pointer(Type target, boolean constant, boolean isVolatile) implements Type {
    @Override
    public String toString() {
      String words = (constant ? "const " : "") + (isVolatile ? "volatile " : "");
      return words + target + (target instanceof Pointer ? "*" : " *");
    }
  }

  /** So many elements in a row. */
  record Array(Type element, int length) implements Type {
    @Override
    public String toString() {
      return element + "[" + length + "]";
    }
  }

  /** A type without objects of its own in a litmus test: void, a structure of a library. */
  record Incomplete(String name) implements Type {
    public static final Incomplete VOID = new Incomplete("void");

    @Override
    public String toString() {
      return name;
    }
  }

  default boolean isPointer() {
    return this instanceof Pointer;
  }

  default boolean isNumber() {
    return this instanceof Numeric;
  }

  /** Whether it is a number without a fraction. */
  default boolean isInteger() {
    return this instanceof Numeric(NumberType number) && !number.floating();
  }

  default boolean isFloating() {
    return this instanceof Numeric(NumberType number) && number.floating();
  }

  /** Whether values of it fit a register. */
  default boolean isScalar() {
    return isNumber() || isPointer();
  }

  /**
   * How a register holds a value of it.
   *
   * @throws IllegalStateException if it is no scalar
   */
  default ScalarType register() {
    return switch (this) {
      case Numeric(NumberType number) -> number.scalar();
      case Pointer _ -> ScalarType.U64;
      default -> throw new IllegalStateException(this + " does not fit a register");
    };
  }

  /** Size in bytes; 1 for a type without objects, as GNU C has it for arithmetic on pointers. */
  default int bytes() {
    return switch (this) {
      case Numeric(NumberType number) -> number.scalar().bytes();
      case Pointer _ -> ScalarType.U64.bytes();
      case Array(Type element, int length) -> element.bytes() * length;
      case Incomplete _ -> 1;
    };
  }

  /** The type in the form that calls take. */
  default ApiType known() {
    return switch (this) {
      case Numeric(NumberType number) -> ApiType.of(number);
      case Pointer _ -> new ApiType(toString(), ScalarType.U64, null);
      default -> equals(Incomplete.VOID) ? ApiType.VOID : new ApiType(toString(), null, null);
    };
  }
}
