package org.shmemlab.model.job;

/** Stores the state of the run-time system for a PE. */
public interface ServiceState {
  /** An independent copy, for a fork. */
  ServiceState copy();

  /**
   * A hash of the state that determines the answers to the PE's calls: states with the same memory,
   * agents and hash are taken for one.
   */
  long fingerprint();
}
