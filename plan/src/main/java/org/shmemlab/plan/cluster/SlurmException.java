package org.shmemlab.plan.cluster;

/** Reports that Slurm is missing or refuses a request; the message is one line. */
public final class SlurmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SlurmException(String message) {
    super(message);
  }
}
