package org.shmemlab.scenarios.runtime.cuda;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Job;

/**
 * Checks a launch against the limits of the CUDA C++ Programming Guide, table "Technical
 * Specifications per Compute Capability", for capability 9.0.
 */
final class LaunchLimits {
  static final int BLOCK_XY = 1024;
  static final int BLOCK_Z = 64;
  static final int GRID_X = Integer.MAX_VALUE;
  static final int GRID_YZ = 65535;

  /** Shared memory that the system takes for each block, bytes. */
  static final int RESERVED_SHARED_BYTES = 1 << 10;

  private LaunchLimits() {}

  /** Largest shared memory of a block, static and dynamic together, bytes. */
  static int sharedBytes(Job.Gpu gpu) {
    return gpu.sharedBytesPerMultiprocessor() - RESERVED_SHARED_BYTES;
  }

  /** The error in a launch's dimensions, or null. */
  static @Nullable String problem(Job.Gpu gpu, Dimensions grid, Dimensions block) {
    if (!block.within(BLOCK_XY, BLOCK_XY, BLOCK_Z)) {
      return "a block of " + block + " threads; each dimension is 1 to 1024, 1024, 64";
    }
    if (block.product() > gpu.maxThreadsPerBlock()) {
      return "a block of " + block + " threads; at most " + gpu.maxThreadsPerBlock() + " in all";
    }
    if (!grid.within(GRID_X, GRID_YZ, GRID_YZ)) {
      return "a grid of " + grid + " blocks; each dimension is 1 to 2147483647, 65535, 65535";
    }
    return null;
  }

  /** Three dimensions, as in {@code dim3}. */
  record Dimensions(long x, long y, long z) {
    /** A single block, a single thread. */
    static final Dimensions ONE = new Dimensions(1, 1, 1);

    boolean within(int largestX, int largestY, int largestZ) {
      return x >= 1 && x <= largestX && y >= 1 && y <= largestY && z >= 1 && z <= largestZ;
    }

    boolean isZero() {
      return x == 0 && y == 0 && z == 0;
    }

    /** Exact for dimensions of blocks; grids can be larger than a long. */
    long product() {
      return x * y * z;
    }

    int[] toArray() {
      return new int[] {(int) x, (int) y, (int) z};
    }

    @Override
    public String toString() {
      return x + "x" + y + "x" + z;
    }
  }
}
