package org.shmemlab.model.program;

import com.google.common.primitives.ImmutableIntArray;

/**
 * A variable that exists before the program starts.
 *
 * @param name the source's name, for messages
 * @param storage where it lives
 * @param bytes its size
 * @param image its first bytes, one per element (0 to 255); the rest is zero
 * @param line where it is declared
 */
public record Variable(
    String name, Storage storage, int bytes, ImmutableIntArray image, SourceLine line) {

  /** Where a variable of the program lives, and which agents may access it. */
  public enum Storage {
    /** Host memory of each PE. */
    HOST(Space.PRIVATE),
    /** Device memory of each PE: {@code __device__}. */
    DEVICE(Space.PRIVATE),
    /** Device memory, read-only for device threads: {@code __constant__}. */
    DEVICE_CONSTANT(Space.PRIVATE),
    /** Reachable from host and device: {@code __managed__}. */
    MANAGED(Space.PRIVATE),
    /** Symmetric: globals and statics of OpenSHMEM programs. */
    SYMMETRIC(Space.SYMMETRIC),
    /** Shared memory of each block: {@code __shared__}. */
    SHARED(Space.SHARED),
    /** String literals. */
    CONSTANT(Space.CONSTANT);

    private final Space space;

    Storage(Space space) {
      this.space = space;
    }

    public Space space() {
      return space;
    }
  }
}
