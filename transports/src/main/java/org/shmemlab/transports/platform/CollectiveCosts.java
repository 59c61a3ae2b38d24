package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.TIME;

/**
 * Holds the costs of collectives for the threads that call them, apart from their messages.
 *
 * @param call a call by one thread
 * @param group what it costs more where a warp calls together
 * @param thread what it costs more for each thread of a block beyond 128
 * @param drain what the fence of a barrier takes longer than a quiet with nothing pending
 * @param flags packing words with flags, and polling for them
 * @param reduction one round of a reduction, in which each thread adds one element
 * @param reductionThread what a round takes longer for each thread
 * @param reductionAlone one element where one thread reduces
 */
public record CollectiveCosts(
    @In(TIME) Quantity call,
    @In(TIME) Quantity group,
    @In(TIME) Quantity thread,
    @In(TIME) Quantity drain,
    @In(TIME) Quantity flags,
    @In(TIME) Quantity reduction,
    @In(TIME) Quantity reductionThread,
    @In(TIME) Quantity reductionAlone) {}
