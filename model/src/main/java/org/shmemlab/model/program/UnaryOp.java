package org.shmemlab.model.program;

/** Operators on one register. {@link #NOT} gives 1 for zero and 0 otherwise, for any type. */
public enum UnaryOp {
  NEG,
  COMPLEMENT,
  NOT
}
