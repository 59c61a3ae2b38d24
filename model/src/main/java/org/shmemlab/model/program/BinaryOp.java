package org.shmemlab.model.program;

/**
 * Operators on two registers of one type. Comparisons give 0 or 1. Shift counts are taken modulo
 * the width. Integer division by zero is a fault of the program.
 */
public enum BinaryOp {
  ADD,
  SUB,
  MUL,
  DIV,
  REM,
  AND,
  OR,
  XOR,
  SHL,
  SHR,
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE
}
