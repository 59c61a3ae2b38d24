package org.shmemlab.model.explore.clock;

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

  /** The same clock in every scope. */
  static ReleaseClocks everywhere(Clock clock) {
    return new ReleaseClocks(clock, clock, clock);
  }

  /** Those of a scope and of narrower ones. */
  ReleaseClocks within(ThreadScope reach) {
    return switch (reach) {
      case BLOCK -> new ReleaseClocks(block, Clock.START, Clock.START);
      case DEVICE -> new ReleaseClocks(block, device, Clock.START);
      case SYSTEM -> this;
    };
  }

  /** The join of the clocks of all scopes. */
  Clock all() {
    return block.join(device).join(system);
  }

  /** All of both. */
  ReleaseClocks join(ReleaseClocks other) {
    return new ReleaseClocks(
        block.join(other.block), device.join(other.device), system.join(other.system));
  }

  /** The clock at one distance alone. */
  ReleaseClocks only(ThreadScope distance) {
    return switch (distance) {
      case BLOCK -> within(distance);
      case DEVICE -> new ReleaseClocks(Clock.START, device, Clock.START);
      case SYSTEM -> new ReleaseClocks(Clock.START, Clock.START, system);
    };
  }
}
