package org.shmemlab.model.interpreter;

import org.shmemlab.model.memory.Residence;

/**
 * What the run-time system may know of an object without touching it.
 *
 * @param bytes its size
 */
public record ObjectDescription(String name, Residence residence, int bytes) {}
