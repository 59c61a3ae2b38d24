package org.shmemlab.model.explore;

import org.shmemlab.model.program.ThreadScope;

/**
 * What fences of CUDA make good for whom: for threads of the same block, of the same GPU, and for
 * all.
 */
record ReleaseClocks(Clock block, Clock device, Clock system) {
  static final ReleaseClocks NOTHING = new ReleaseClocks(Clock.START, Clock.START, Clock.START);

  /** What counts for somebody so far away. */
  Clock at(ThreadScope distance) {
    return switch (distance) {
      case BLOCK -> block;
      case DEVICE -> device;
      case SYSTEM -> system;
    };
  }

  /** All that somebody within a reach has given. */
  Clock within(ThreadScope reach) {
    return switch (reach) {
      case BLOCK -> block;
      case DEVICE -> block.join(device);
      case SYSTEM -> block.join(device).join(system);
    };
  }

  /** This after a fence: what came before it is there for everybody within its reach. */
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

  /** This and what somebody so far away gave. */
  ReleaseClocks and(ThreadScope distance, Clock given) {
    return switch (distance) {
      case BLOCK -> new ReleaseClocks(block.join(given), device, system);
      case DEVICE -> new ReleaseClocks(block, device.join(given), system);
      case SYSTEM -> new ReleaseClocks(block, device, system.join(given));
    };
  }
}
