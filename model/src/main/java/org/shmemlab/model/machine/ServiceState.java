package org.shmemlab.model.machine;

/** What the run-time system remembers for a PE. */
public interface ServiceState {
  /** An independent copy, for a fork. */
  ServiceState copy();
}
