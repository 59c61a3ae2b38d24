package org.shmemlab.model.machine;

/**
 * Nobody wants to know any more what a machine does next: its time is over, or the user stopped the
 * command. The machine is somewhere between two steps then and of no use.
 */
public final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Ends a walk that nobody wants any more. */
  public Cancelled() {
    super("stopped between two steps", null, false, false);
  }
}
