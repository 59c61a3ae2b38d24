package org.shmemlab.transports.cost.parameters;

import org.shmemlab.model.program.CallScope;

/**
 * The threads that make an agent's calls together, and how they move data.
 *
 * @param threads that share a call
 * @param resident threads on their SM that do the same at the same time, these among them
 * @param width bytes of one access: 16 where a loop copies, a word where single ones are moved
 * @param scattered whether each thread has a place of its own, so that adjacent threads do not
 *     access adjacent bytes
 * @param far whether what a GPU loads from itself does not stay in the near half of its L2 cache
 */
public record Lanes(int threads, int resident, int width, boolean scattered, boolean far) {
  /** Bytes of the widest access. */
  public static final int WIDEST = 16;

  /** Half of an H200's L2 cache of 60 MiB: an SM reaches the other half through the first. */
  private static final long NEAR_BYTES = 30 << 20;

  private static final int USUAL_BLOCK = 512;
  private static final int WARP = 32;

  /** No threads: an engine of the GPU copies as fast as the link takes it. */
  public static final Lanes COPY_ENGINE =
      new Lanes(Integer.MAX_VALUE, Integer.MAX_VALUE, WIDEST, false, false);

  public Lanes {
    if (threads < 1 || resident < threads || width < 1 || width > WIDEST) {
      throw new IllegalArgumentException(
          "lanes are threads of a block with accesses of up to 16 bytes: "
              + threads
              + " of "
              + resident
              + ", "
              + width);
    }
  }

  /**
   * Whether buffers of so many bytes, which are copied again and again, do not stay in the near
   * half of the L2 cache.
   */
  public static boolean isFar(long bytes) {
    return bytes > NEAR_BYTES;
  }

  /** The same threads, whose buffers have so many bytes. */
  public Lanes over(long bytes) {
    return new Lanes(threads, resident, width, scattered, isFar(bytes));
  }

  /** Threads of an SM that copy adjacent pieces. */
  public static Lanes copying(int threads, int resident) {
    return new Lanes(threads, resident, WIDEST, false, false);
  }

  /** The threads of a scope in a block of the default size, 512. */
  public static Lanes usual(CallScope scope) {
    int threads =
        switch (scope) {
          case THREAD -> 1;
          case WARP -> WARP;
          case BLOCK -> USUAL_BLOCK;
        };
    return copying(threads, threads);
  }

  /** The threads of a block of so many that call in a scope. */
  public static Lanes of(CallScope scope, int block) {
    return switch (scope) {
      case THREAD -> copying(1, 1);
      case WARP -> copying(Math.min(WARP, block), Math.min(WARP, block));
      case BLOCK -> copying(block, block);
    };
  }

  /** Whether no threads copy, but an engine. */
  public boolean areEngine() {
    return threads == Integer.MAX_VALUE;
  }

  /** The bytes that a loop moves in one round; a lone thread has two accesses in flight. */
  public long bytesOfARound() {
    return threads == 1 ? 2L * width : (long) threads * width;
  }
}
