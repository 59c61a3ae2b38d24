package org.shmemlab.scenarios.litmus.statements;

import org.shmemlab.model.program.Instruction;

/** What an expression denotes. */
sealed interface Value {
  Type type();

  /** A scalar known now, in the register form of its type. */
  record Constant(Type type, long bits) implements Value {
    boolean isNull() {
      return bits == 0;
    }
  }

  /** A scalar in a register that holds nothing else. */
  record Computed(Type type, int register) implements Value {}

  /** A variable that lives in a register. */
  record Variable(Type type, int register, boolean constant) implements Value {}

  /**
   * An object in memory at base + offset.
   *
   * @param base a register, or {@link Instruction#NO_REGISTER} where offset is the whole address
   */
  record Place(Type type, int base, long offset, boolean constant, boolean isVolatile)
      implements Value {
    boolean isAbsolute() {
      return base == Instruction.NO_REGISTER;
    }
  }

  /** No value. */
  record Nothing() implements Value {
    @Override
    public Type type() {
      return Type.Incomplete.VOID;
    }
  }
}
