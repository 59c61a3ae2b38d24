package org.shmemlab.model.machine;

/**
 * Ends a computation whose result is not wanted any more: its time is over, or the user stopped the
 * command. The machine is somewhere between two steps then and of no use.
 */
public final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Ends a walk that is not wanted any more. */
  public Cancelled() {
    super("stopped between two steps", null, false, false);
  }
}
