package org.shmemlab.plan.workload;

/** Refuses a number of PEs whose memory a workload exceeds; the message says by how much. */
public final class DoesNotFitException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  DoesNotFitException(String message) {
    super(message);
  }
}
