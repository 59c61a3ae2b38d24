package org.shmemlab.model.program;

/**
 * What an atomic of a thread orders beside itself (PTX ISA, "Release and Acquire Patterns"; ISO
 * C17, 7.17.3): less than a fence beside it would, which counts for all atomics before or behind.
 */
public enum MemoryOrder {
  RELAXED(false, false),
  /** What others have released by what it shows comes before what follows. */
  ACQUIRE(true, false),
  /** What is before it is there for whoever acquires what it left. */
  RELEASE(false, true),
  ACQUIRE_RELEASE(true, true);

  private final boolean acquires;
  private final boolean releases;

  MemoryOrder(boolean acquires, boolean releases) {
    this.acquires = acquires;
    this.releases = releases;
  }

  /** That of the part which loads alone. */
  public MemoryOrder ofLoad() {
    return acquires ? ACQUIRE : RELAXED;
  }

  /** That of the part which stores alone. */
  public MemoryOrder ofStore() {
    return releases ? RELEASE : RELAXED;
  }

  public boolean acquires() {
    return acquires;
  }

  public boolean releases() {
    return releases;
  }
}
