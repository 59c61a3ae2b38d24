package org.shmemlab.model.program;

/**
 * A variable of a function that needs an address: an array, a structure, or a scalar whose address
 * is taken. Each call has its own object of this size, alive until the function returns.
 *
 * @param name the source's name, for messages
 */
public record Slot(String name, int bytes) {}
