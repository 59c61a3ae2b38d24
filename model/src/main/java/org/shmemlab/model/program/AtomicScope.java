package org.shmemlab.model.program;

/**
 * The threads to whose atomics an atomic of a thread is atomic (PTX ISA, "Memory Consistency
 * Model", section "Scope").
 *
 * @param reach which of them, seen from the thread
 * @param order the order of the atomic for the agents that observe it, or that it observes
 * @param from where the thread is
 */
public record AtomicScope(ThreadScope reach, MemoryOrder order, ThreadBlock from) {
  /** Whether each of two threads is in the scope of the other. */
  public boolean meets(AtomicScope other) {
    ThreadScope distance = from.distance(other.from);
    return reach.compareTo(distance) >= 0 && other.reach.compareTo(distance) >= 0;
  }
}
