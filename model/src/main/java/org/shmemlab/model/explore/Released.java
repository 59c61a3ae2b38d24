package org.shmemlab.model.explore;

import org.shmemlab.model.program.Reach;

/**
 * What fences of CUDA make good for whom: for threads of the same block, of the same GPU, and for
 * all.
 */
record Released(Clock block, Clock device, Clock system) {
  static final Released NOTHING = new Released(Clock.START, Clock.START, Clock.START);

  /** What counts for somebody so far away. */
  Clock at(Reach distance) {
    return switch (distance) {
      case BLOCK -> block;
      case DEVICE -> device;
      case SYSTEM -> system;
    };
  }

  /** All that somebody within a reach has given. */
  Clock within(Reach reach) {
    return switch (reach) {
      case BLOCK -> block;
      case DEVICE -> block.join(device);
      case SYSTEM -> block.join(device).join(system);
    };
  }

  /** This after a fence: what came before it is there for everybody within its reach. */
  Released fence(Reach reach, Clock before) {
    return new Released(
        before, reach == Reach.BLOCK ? device : before, reach == Reach.SYSTEM ? before : system);
  }

  /** All of both. */
  Released join(Released other) {
    return new Released(
        block.join(other.block), device.join(other.device), system.join(other.system));
  }

  /** This and what somebody so far away gave. */
  Released and(Reach distance, Clock given) {
    return switch (distance) {
      case BLOCK -> new Released(block.join(given), device, system);
      case DEVICE -> new Released(block, device.join(given), system);
      case SYSTEM -> new Released(block, device, system.join(given));
    };
  }
}
