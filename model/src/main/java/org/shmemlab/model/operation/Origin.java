package org.shmemlab.model.operation;

import org.shmemlab.model.program.SourceLine;

/**
 * Who issued an operation and where.
 *
 * @param agent number of the issuing agent
 * @param pe the agent's PE
 * @param onDevice whether device code issued it, or the host and its streams
 * @param block the block of a device thread in its grid, or -1
 * @param thread the rank of a device thread in its block
 * @param context OpenSHMEM context; 0 is the default one, the only one of NVSHMEM
 * @param line the call's source line
 */
public record Origin(
    int agent, int pe, boolean onDevice, int block, int thread, int context, SourceLine line) {}
