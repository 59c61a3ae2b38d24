package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.COUNT;
import static org.shmemlab.transports.platform.Dimension.CYCLES;
import static org.shmemlab.transports.platform.Dimension.FREQUENCY;
import static org.shmemlab.transports.platform.Dimension.TIME;

import org.jspecify.annotations.Nullable;

/**
 * A GPU as communication sees it.
 *
 * @param model its name
 * @param sms number of SMs
 * @param clock of an SM while it communicates
 * @param instruction of one thread, which waits for the one before
 * @param blockSync one {@code __syncthreads()}
 * @param poll from a word's arrival in memory to the return of the call that waits for it; null
 *     where nobody measured it, and then as long as a {@code __syncthreads()}
 * @param gridMeeting all blocks of a grid meet by a counter in memory; null where nobody measured
 *     it
 * @param storeFence what a {@code __threadfence()} takes longer behind stores; null where nobody
 *     measured it
 * @param atomicFence the same behind atomics at another GPU; null where nobody measured it
 * @param nearLoad a volatile load that the GPU's own L2 cache answers, {@code nearAtomic} an atomic
 *     there whose old value is read; null where nobody measured it, and then an instruction
 * @param deviceFence one {@code __threadfence()} with nothing before it; null where nobody measured
 *     it, and then as long as a {@code __threadfence_system()}
 * @param collectives what they cost the threads that call them; null where nobody measured it
 */
public record Gpu(
    String model,
    @In(COUNT) Quantity sms,
    @In(FREQUENCY) Quantity clock,
    @In(CYCLES) Quantity instruction,
    @In(CYCLES) Quantity blockSync,
    @MayLack @In(TIME) @Nullable Quantity poll,
    @MayLack @In(TIME) @Nullable Quantity gridMeeting,
    @MayLack @In(CYCLES) @Nullable Quantity storeFence,
    @MayLack @In(TIME) @Nullable Quantity atomicFence,
    @MayLack @In(CYCLES) @Nullable Quantity nearLoad,
    @MayLack @In(CYCLES) @Nullable Quantity nearAtomic,
    @MayLack @In(CYCLES) @Nullable Quantity deviceFence,
    @MayLack @Nullable CollectiveCosts collectives) {}
