package org.shmemlab.model.operation;

/**
 * Says where a plain load of a GPU's thread from the memory of its own PE finds its value. Volatile
 * loads, atomics, waits, and all accesses of other PEs and the host always find the value in
 * memory.
 */
public enum LoadSource {
  /** Memory: a write is visible to all observers at once. */
  COHERENT,
  /**
   * The first-level cache of its SM, where that may hold the word: writes of other PEs do not reach
   * it (PTX ISA, "Memory Consistency Model": only an acquire or a fence makes them do so).
   */
  CACHED,
  /** The same, and every SM holds all memory when a kernel begins: earlier steps loaded it. */
  WARM
}
