package org.shmemlab.model.program;

/** The operators of reductions. {@link #MAXLOC} works on pairs (value, index). */
public enum ReduceOp {
  SUM,
  PROD,
  MIN,
  MAX,
  AND,
  OR,
  XOR,
  MAXLOC
}
