package org.shmemlab.model.compiled;

/**
 * Which code of a program a machine compiles. The states, the steps and the output are the same in
 * each mode.
 */
public enum ExecutionMode {
  /** None: the interpreter executes every instruction. */
  INTERPRETED,
  /** What is executed often. */
  COMPILED_WHERE_HOT,
  /** Everything that can be, from the first time on. */
  COMPILED
}
