package org.shmemlab.model.program;

/**
 * Lists the kinds of fences of threads by the accesses that they order (PTX ISA, "Release and
 * Acquire Patterns"; ISO C17, 7.17.4).
 */
public enum FenceSemantics {
  /** Both of a release and an acquire. */
  FULL(true, true),
  /** The releases that earlier atomics observed happen-before all later accesses. */
  ACQUIRE(true, false),
  /** Earlier accesses happen-before those of an agent that observes a later atomic. */
  RELEASE(false, true),
  /**
   * Nothing by itself: a thread waits for its stores before an atomic that releases, whose own
   * {@link MemoryOrder} says which accesses are ordered.
   */
  BEFORE_RELEASE(false, false),
  /** The same after an atomic that acquires. */
  AFTER_ACQUIRE(false, false);

  private final boolean acquires;
  private final boolean releases;

  FenceSemantics(boolean acquires, boolean releases) {
    this.acquires = acquires;
    this.releases = releases;
  }

  public boolean acquires() {
    return acquires;
  }

  public boolean releases() {
    return releases;
  }

  /** Whether the thread's stores to memory of peers have to be visible first. */
  public boolean awaitsStores() {
    return releases || this == BEFORE_RELEASE;
  }
}
