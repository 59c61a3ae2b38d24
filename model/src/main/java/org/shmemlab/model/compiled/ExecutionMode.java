package org.shmemlab.model.compiled;

/**
 * Names the code of a program that a machine compiles. The states, the steps and the output are the
 * same in each mode.
 */
public enum ExecutionMode {
  /** None: the interpreter executes every instruction. */
  INTERPRETED,
  /** Code that is executed often. */
  COMPILED_WHERE_HOT,
  /** All code that can be, from the first time on. */
  COMPILED
}
