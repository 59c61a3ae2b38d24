package org.shmemlab.model.interpreter;

import org.shmemlab.model.memory.Residence;

/**
 * Describes an object to the run-time system, which does not access it.
 *
 * @param bytes its size
 */
public record ObjectDescription(String name, Residence residence, long bytes) {}
