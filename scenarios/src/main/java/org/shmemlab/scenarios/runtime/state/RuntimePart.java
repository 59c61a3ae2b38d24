package org.shmemlab.scenarios.runtime.state;

/** Holds the state that one family of calls keeps for a PE. An empty one costs next to nothing. */
public interface RuntimePart {
  /** A copy, which shares nothing that changes. */
  RuntimePart copy();

  /** A number that distinguishes states between which a program's behaviour may differ. */
  long fingerprint();
}
