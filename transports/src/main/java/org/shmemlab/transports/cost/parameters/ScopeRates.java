package org.shmemlab.transports.cost.parameters;

/**
 * Holds the rates of loops of loads and stores, by the group of threads that runs them together, in
 * bytes per second.
 *
 * @param thread one thread
 * @param warp the 32 threads of a warp
 * @param block 512 threads of a block
 * @param crowding by which share of itself a round takes longer for each thread of the SM beyond a
 *     warp
 * @param most what one SM moves
 */
public record ScopeRates(double thread, double warp, double block, double crowding, double most) {
  /** Where no loop moves the data, or it limits nothing. */
  public static final ScopeRates UNLIMITED =
      new ScopeRates(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /**
   * Bytes that a loop has in flight: a thread has two words of 16 bytes, each lane of a warp or of
   * a block of 512 threads one.
   */
  private static final int THREAD_BYTES = 32;

  private static final int WARP_BYTES = 512;
  private static final int BLOCK_BYTES = 8192;

  /**
   * A round of a loop that loads from the GPU's own L2 takes a thread or a warp 0.18 us and a block
   * 0.21 us on H200s: 0.176, 2.87 and 38.3 GB/s (docs/calibration.md).
   */
  private static final double THREADS_OF_A_BLOCK = 217;

  private static final double WARPS_OF_A_BLOCK = 13.3;

  /** How much slower a round gets for each further thread of the SM: 0.07 of 175 ns on H200s. */
  private static final double CROWDING = 0.07 / 175;

  /** The most that an SM moves, relative to a block of 512 threads: 43.8 of 37.0 GB/s on H200s. */
  private static final double MOST = 1.17;

  /**
   * The rate of an SM for pieces of 16 bytes that lie apart, and of a link, relative to adjacent
   * ones: 10.5 of 44.6 and 190 of 350 GB/s on H200s (results/README.md, put_bw of threads).
   */
  private static final double SCATTERED = 0.235;

  /** Loads over a link, by what a block of 512 threads loads: 9.8 of 9.2 GB/s on H200s. */
  private static final double SCATTERED_LOADS = 1.07;

  public static final double SCATTERED_LINK = 0.54;

  /**
   * A round of loads that the near half of the L2 cache does not answer: 285 of 188 ns on H200s.
   */
  private static final double FAR = 1.52;

  /**
   * One thread's words come in sectors of 32 bytes: 0.32 and 0.27 us for 4 and 8 bytes on H200s.
   */
  private static final double LONE = 2.2;

  /** Pieces of 16 bytes for sectors of 32: 0.95 of 0.57 GB/s for a warp that loads over NVLink. */
  private static final double SECTOR = 1.68;

  private static final int WARP = 32;

  /** Rates that neither other threads nor the SM limit. */
  public ScopeRates(double thread, double warp, double block) {
    this(thread, warp, block, 0, Double.POSITIVE_INFINITY);
  }

  public ScopeRates {
    if (!(thread > 0 && warp > 0 && block > 0)) {
      throw new IllegalArgumentException("a loop moves something in every scope");
    }
  }

  /** The rates of a loop that loads from the GPU's own memory, of which a block moves so much. */
  public static ScopeRates ofBlock(double block) {
    return new ScopeRates(
        block / THREADS_OF_A_BLOCK, block / WARPS_OF_A_BLOCK, block, CROWDING, MOST * block);
  }

  /**
   * The rates of a loop that loads over a link: on H200s every scope needs a round trip for a
   * round.
   *
   * @param roundTripPs picoseconds from a load to its value
   */
  public static ScopeRates ofRoundTrip(long roundTripPs) {
    return new ScopeRates(
        THREAD_BYTES * 1e12 / roundTripPs,
        WARP_BYTES * 1e12 / roundTripPs,
        BLOCK_BYTES * 1e12 / roundTripPs);
  }

  /**
   * The rate of threads that call together. Up to what their SM can do, twice the threads move
   * twice as much, and wider accesses more.
   */
  public double of(Lanes lanes) {
    if (lanes.areEngine()) {
      return Double.POSITIVE_INFINITY;
    }
    double share = (double) lanes.width() / Lanes.WIDEST;
    double alone = lanes.threads() == 1 ? thread : warp * lanes.threads() / WARP;
    double slower = 1 + crowding * Math.max(0, lanes.resident() - WARP);
    if (lanes.far() && crowding > 0) {
      slower *= FAR;
    }
    if (lanes.threads() == 1 && lanes.width() < Lanes.WIDEST && crowding == 0) {
      alone *= LONE;
    }
    if (lanes.scattered() && crowding == 0) {
      alone *= SECTOR; // half of the pieces come with those before them
    }
    double limit = lanes.scattered() ? Math.min(SCATTERED * most, SCATTERED_LOADS * block) : most;
    return Math.min(alone * share / slower, limit * lanes.threads() / lanes.resident());
  }
}
