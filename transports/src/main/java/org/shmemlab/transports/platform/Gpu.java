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
 *     where it was not measured, and then as long as a {@code __syncthreads()}
 * @param gridMeeting all blocks of a grid meet by a counter in memory; null where it was not
 *     measured
 * @param storeFence how much longer a {@code __threadfence()} takes after stores; null where it was
 *     not measured
 * @param atomicFence the same after atomics at another GPU; null where it was not measured
 * @param nearLoad a volatile load that the GPU's own L2 cache answers, {@code nearAtomic} an atomic
 *     there whose old value is read; null where it was not measured, and then an instruction
 * @param deviceFence one {@code __threadfence()} with nothing before it; null where it was not
 *     measured, and then as long as a {@code __threadfence_system()}
 * @param collectives what they cost the threads that call them; null where it was not measured
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
