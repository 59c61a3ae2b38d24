package org.shmemlab.model.operation;

/** Lists the effects of an atomic access on its word. */
public enum AtomicEffect {
  LOAD(true, false),
  STORE(false, true),
  UPDATE(true, true);

  private final boolean reads;
  private final boolean writes;

  AtomicEffect(boolean reads, boolean writes) {
    this.reads = reads;
    this.writes = writes;
  }

  boolean reads() {
    return reads;
  }

  boolean writes() {
    return writes;
  }
}
