package org.shmemlab.model.explore;

import org.shmemlab.model.program.ThreadScope;

/**
 * Holds the clocks that CUDA's fences release, per scope: to threads of the same block, of the same
 * GPU, and to all.
 */
record ReleaseClocks(Clock block, Clock device, Clock system) {
  static final ReleaseClocks NOTHING = new ReleaseClocks(Clock.START, Clock.START, Clock.START);

  /** The clock released to an observer at that distance. */
  Clock at(ThreadScope distance) {
    return switch (distance) {
      case BLOCK -> block;
      case DEVICE -> device;
      case SYSTEM -> system;
    };
  }

  /** The join of all releases within a scope. */
  Clock within(ThreadScope reach) {
    return switch (reach) {
      case BLOCK -> block;
      case DEVICE -> block.join(device);
      case SYSTEM -> block.join(device).join(system);
    };
  }

  /** This after a fence: its thread's earlier steps are released to all threads of its scope. */
  ReleaseClocks fence(ThreadScope reach, Clock before) {
    return new ReleaseClocks(
        before,
        reach == ThreadScope.BLOCK ? device : before,
        reach == ThreadScope.SYSTEM ? before : system);
  }

  /** All of both. */
  ReleaseClocks join(ReleaseClocks other) {
    return new ReleaseClocks(
        block.join(other.block), device.join(other.device), system.join(other.system));
  }

  /** This joined with a release at that distance. */
  ReleaseClocks and(ThreadScope distance, Clock given) {
    return switch (distance) {
      case BLOCK -> new ReleaseClocks(block.join(given), device, system);
      case DEVICE -> new ReleaseClocks(block, device.join(given), system);
      case SYSTEM -> new ReleaseClocks(block, device, system.join(given));
    };
  }
}
