package org.shmemlab.transports.cost.parameters;

/**
 * Holds the settings of the environment for collectives (docs/reference/nvshmem.md, section 4.5).
 *
 * @param syncRadix radix of the dissemination of a sync (BARRIER_TG_DISSEM_KVAL), at least 2
 * @param gatherBytes up to how many bytes of a PE data and flags of a gather travel together
 *     (FCOLLECT_LL_THRESHOLD)
 * @param scratchBytes what a reduction holds of others' data at a time (REDUCE_SCRATCH_SIZE), at
 *     least 1
 * @param nccl whether NCCL is there for collectives on streams (not DISABLE_NCCL)
 */
public record CollectiveSettings(int syncRadix, long gatherBytes, long scratchBytes, boolean nccl) {
  /** The defaults. */
  public static final CollectiveSettings DEFAULT = new CollectiveSettings(2, 2048, 512 << 10, true);

  public CollectiveSettings {
    if (syncRadix < 2 || gatherBytes < 0 || scratchBytes < 1) {
      throw new IllegalArgumentException(
          "a radix of at least 2, a threshold of at least 0, a scratch space of at least 1 byte");
    }
  }
}
