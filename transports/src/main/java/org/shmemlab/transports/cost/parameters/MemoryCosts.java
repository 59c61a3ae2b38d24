package org.shmemlab.transports.cost.parameters;

/**
 * Holds the times that a GPU's thread waits for its own memory, picoseconds.
 *
 * @param loadPs a volatile load, which the L2 cache answers
 * @param atomicPs an atomic whose old value is read
 * @param fencePs a {@code __threadfence()} with nothing before it
 */
public record MemoryCosts(long loadPs, long atomicPs, long fencePs) {}
