package org.shmemlab.model.program;

/**
 * The memories that a fence between proxies can be for (PTX ISA, "State Spaces", "membar / fence").
 */
public enum StateSpace {
  SHARED,
  GLOBAL;

  /** That of an object. */
  public static StateSpace of(Space space) {
    return space == Space.SHARED ? SHARED : GLOBAL;
  }
}
