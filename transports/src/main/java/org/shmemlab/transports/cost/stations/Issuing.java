package org.shmemlab.transports.cost.stations;

import org.shmemlab.transports.cost.parameters.TransferKind;

/** Encodes the properties of an operation at its issue. */
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

  /**
   * The thread has updated a word of another GPU before, and passed no fence since: its SM's cache
   * still has where that memory is. It counts while the operation is issued, and of {@link
   * TransferKind#ATOMIC} to a near PE alone.
   */
  public static final int AGAIN = 256;

  /**
   * Instructions of such a call, whose atomic is posted: 0.05 us on H200s, where a first one takes
   * 0.17 to 0.19 (results h200-x2-perftest-2, atomic_latency of fetch_add and compare_swap, 10 and
   * 100 operations, fitted rows; h200-x2-1, measure.csv).
   */
  public static final int POSTED = 25;

  private Issuing() {}
}
