package org.shmemlab.model.program;

/** The comparison operators of wait and test, in the order of NVSHMEM's constants. */
public enum Comparison {
  EQ,
  NE,
  GT,
  LE,
  LT,
  GE
}
