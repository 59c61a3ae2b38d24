package org.shmemlab.model.job;

/**
 * Holds a thread's part in the regions of the library, in which non-blocking transfers may be held
 * back until the region ends.
 *
 * <p>Source: NVSHMEM 3.8, nvshmemi_region_device.cuh, region.cpp: a block of a GPU, and the host of
 * a PE, is in one region at a time; handles are counted.
 *
 * @param handle of the latest region; 0 before the first
 * @param hints of the present one; {@link #OUTSIDE} if it has ended
 */
public record RmaRegion(long handle, int hints) {
  /** No region. */
  public static final int OUTSIDE = -1;

  /** NVSHMEMX_REGION_HINT_BATCH_RMA: transfers may be held back. */
  public static final int BATCH = 1;

  /** Before the first region. */
  public static final RmaRegion NONE = new RmaRegion(0, OUTSIDE);

  /** Whether the thread is in it. */
  public boolean isActive() {
    return hints != OUTSIDE;
  }

  /** Whether the library may hold back the thread's non-blocking transfers. */
  public boolean holdsBack() {
    return isActive() && (hints & BATCH) != 0;
  }

  /** The next region. */
  public RmaRegion next(int ofHints) {
    return new RmaRegion(handle + 1, ofHints);
  }

  /** After its end. */
  public RmaRegion ended() {
    return new RmaRegion(handle, OUTSIDE);
  }
}
