package org.shmemlab.model.operation;

/** One side of the library, the host's or the device's, or both. */
public enum Sides {
  HOST,
  DEVICE,
  BOTH;

  /** One of the two. */
  public static Sides of(boolean device) {
    return device ? DEVICE : HOST;
  }

  /** Whether the device's is among them, or the host's. */
  public boolean include(boolean device) {
    return this == BOTH || this == of(device);
  }
}
