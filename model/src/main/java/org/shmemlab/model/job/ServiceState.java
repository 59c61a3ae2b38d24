package org.shmemlab.model.job;

/** What the run-time system remembers for a PE. */
public interface ServiceState {
  /** An independent copy, for a fork. */
  ServiceState copy();

  /**
   * A number that differs where what the PE's calls will answer differs, most likely: states that
   * the program's memory and agents do not tell apart are else taken for one.
   */
  long fingerprint();
}
