package org.shmemlab.plan.cluster;

/** Slurm is not there or does not do what it is asked; the message is one line. */
public final class SlurmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SlurmException(String message) {
    super(message);
  }
}
