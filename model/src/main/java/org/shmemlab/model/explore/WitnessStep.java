package org.shmemlab.model.explore;

import org.shmemlab.model.program.SourceLine;

/**
 * Describes one step of a witness, without machine numbers.
 *
 * @param pe whose agent steps, or where the operation has its target
 * @param agent the agent; of an event, the issuer of the operation, with its PE
 * @param what the kind of event; of an agent's step a remark about it, mostly none
 * @param network whether it is an event of an operation in flight
 * @param line the instruction, or the call that issued the operation
 */
public record WitnessStep(int pe, String agent, String what, boolean network, SourceLine line) {}
