package org.shmemlab.model.memory;

/** Names the reason why a program cannot go on. */
public enum FailureKind {
  /** An assertion of the program does not hold. */
  ASSERTION,
  /** Memory or the libraries are used as no rule allows. */
  MISUSE,
  /** The program is at something that may be right and has no meaning here. */
  UNKNOWN
}
