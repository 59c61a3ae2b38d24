package org.shmemlab.model.program;

/**
 * Lists the orders of an atomic of a thread on other words than its own (PTX ISA, "Release and
 * Acquire Patterns"; ISO C17, 7.17.3): weaker than a fence next to it, which counts for all earlier
 * or later atomics.
 */
public enum MemoryOrder {
  RELAXED(false, false),
  /** The releases that it observes happen-before all later accesses. */
  ACQUIRE(true, false),
  /** Earlier accesses happen-before those of an agent that acquires its value. */
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
