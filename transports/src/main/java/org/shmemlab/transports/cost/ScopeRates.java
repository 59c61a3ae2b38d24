package org.shmemlab.transports.cost;

import org.shmemlab.model.program.Scope;

/**
 * What loops of loads and stores move, by who runs them together, in bytes per second.
 *
 * @param thread one thread
 * @param warp the 32 threads of a warp
 * @param block all threads of a block, which is what one SM moves
 */
public record ScopeRates(double thread, double warp, double block) {
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

  public ScopeRates {
    if (!(thread > 0 && warp > 0 && block > 0)) {
      throw new IllegalArgumentException("a loop moves something in every scope");
    }
  }

  /** The rates of a loop that loads from the GPU's own memory, of which a block moves so much. */
  public static ScopeRates ofBlock(double block) {
    return new ScopeRates(block / THREADS_OF_A_BLOCK, block / WARPS_OF_A_BLOCK, block);
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

  /** What a loop moves in one round. */
  public static int bytesOfARound(Scope scope) {
    return switch (scope) {
      case THREAD -> THREAD_BYTES;
      case WARP -> WARP_BYTES;
      case BLOCK -> BLOCK_BYTES;
    };
  }

  /** The rate of a scope. */
  public double of(Scope scope) {
    return switch (scope) {
      case THREAD -> thread;
      case WARP -> warp;
      case BLOCK -> block;
    };
  }
}
