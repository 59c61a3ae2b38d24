package org.shmemlab.conformance.programs;

/** How a program says what its library calls do. */
public enum Spelling {
  /** By calling the library. */
  LIBRARY,
  /** By simpler calls, loads and stores that are one way to do the same. */
  BY_HAND
}
