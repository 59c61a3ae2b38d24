package org.shmemlab.transports.impair;

/** Refuses an impairment of a GPU, NIC or link that a job does not have; the message says which. */
public final class AbsentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public AbsentException(String message) {
    super(message);
  }
}
