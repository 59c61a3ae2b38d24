package org.shmemlab.model.explore;

import org.shmemlab.model.program.SourceLine;

/**
 * One step of a witness, told without machine numbers.
 *
 * @param pe whose agent steps, or where the operation has its target
 * @param who the agent, or the kind of event
 * @param network whether it is an event of an operation in flight
 * @param line the instruction, or the call that issued the operation
 */
public record WitnessStep(int pe, String who, boolean network, SourceLine line) {}
