package org.shmemlab.conformance.inclusion;

/** Says whether one set of outcomes is within another. */
public enum Inclusion {
  /** It is. */
  HOLDS,
  /** It is not. */
  BROKEN,
  /** Too little was explored to decide. */
  UNKNOWN
}
