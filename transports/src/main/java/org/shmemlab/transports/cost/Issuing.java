package org.shmemlab.transports.cost;

/** What is said of an operation when it is issued. */
public final class Issuing {
  /** Messages of more bytes share links as flows; up to here a port sends one after another. */
  public static final long LARGEST_QUEUED = 64 << 10;

  /** The call returns when its operation is complete, not when it is posted. */
  public static final int BLOCKING = 1;

  /** The driver wants to hear of each event of the operation. */
  public static final int NOTIFY = 2;

  /** No quiet waits for the operation: the library's own signals. */
  public static final int UNTRACKED = 4;

  /**
   * The operation goes through the network even within a node: what a job of several nodes does
   * with signals and other atomics (docs/reference/nvshmem.md, section 3.1).
   */
  public static final int NETWORK = 32;

  /** The signal of a put does so, whose data threads store by themselves. */
  public static final int SIGNAL_BY_NETWORK = 64;

  private Issuing() {}
}
