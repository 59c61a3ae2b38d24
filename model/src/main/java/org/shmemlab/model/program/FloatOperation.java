package org.shmemlab.model.program;

/** Operations whose results IEEE 754-2019, section 5.4.1, defines to the last digit. */
public enum FloatOperation {
  ADD(2),
  SUB(2),
  MUL(2),
  DIV(2),
  SQRT(1),
  FMA(3);

  private final int arity;

  FloatOperation(int arity) {
    this.arity = arity;
  }

  /** Number of operands, 1 to 3. */
  public int arity() {
    return arity;
  }
}
