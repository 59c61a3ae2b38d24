package org.shmemlab.model.compiled;

/**
 * Which code of a program a machine compiles. What it does is the same, but for how long it takes.
 */
public enum Compiling {
  /** None: the interpreter executes every instruction. */
  NOTHING,
  /** What is executed often. */
  HOT,
  /** Everything that can be, from the first time on. */
  EVERYTHING
}
