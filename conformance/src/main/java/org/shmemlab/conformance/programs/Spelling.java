package org.shmemlab.conformance.programs;

/** Names the way in which a program writes its library calls. */
public enum Spelling {
  /** By calling the library. */
  LIBRARY,
  /** By simpler calls, loads and stores that are one way to do the same. */
  BY_HAND
}
