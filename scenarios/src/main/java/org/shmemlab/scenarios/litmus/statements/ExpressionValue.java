package org.shmemlab.scenarios.litmus.statements;

import org.shmemlab.model.program.Instruction;

/** Represents the value or place that an expression denotes. */
sealed interface ExpressionValue {
  Type type();

  /** A scalar known now, in the register form of its type. */
  record Constant(Type type, long bits) implements ExpressionValue {
    boolean isNull() {
      return bits == 0;
    }
  }

  /** A scalar in a register that holds nothing else. */
  record Computed(Type type, int register) implements ExpressionValue {}

  /** A variable that lives in a register. */
  record Variable(Type type, int register, boolean constant) implements ExpressionValue {}

  /**
   * An object in memory at base + offset.
   *
   * @param base a register, or {@link Instruction#NO_REGISTER} where offset is the whole address
   */
  record Place(Type type, int base, long offset, boolean constant, boolean isVolatile)
      implements ExpressionValue {
    boolean isAbsolute() {
      return base == Instruction.NO_REGISTER;
    }
  }

  /** No value. */
  record Nothing() implements ExpressionValue {
    @Override
    public Type type() {
      return Type.Incomplete.VOID;
    }
  }
}
