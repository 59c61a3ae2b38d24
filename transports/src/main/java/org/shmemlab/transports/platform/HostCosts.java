package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.TIME;

import org.jspecify.annotations.Nullable;

/**
 * Holds the costs of the host and of a grid for computing, launching and synchronising.
 *
 * @param instruction one simple instruction of a host thread
 * @param launch from {@code cudaLaunchKernel} to the start of the kernel
 * @param streamGap between two kernels of one stream
 * @param gridSync one {@code grid.sync()}
 * @param systemFence one {@code __threadfence_system()}
 * @param timedLaunch an empty kernel, from the event before it to the one after; null where it was
 *     not measured
 * @param launchCall the host's call that launches a kernel, for which an idle stream waits between
 *     two events and a busy one does not; null where it was not measured
 * @param jointLaunch as {@code timedLaunch}, by {@code nvshmemx_collective_launch}
 * @param copy between GPUs of a node that the host issues, from one to the next of its stream; null
 *     where it was not measured, and then as long as between two kernels
 * @param synchronise from the end of what a stream does until the host that waits for it goes on
 * @param firstCall what the first call of the library in a kernel costs more than later ones
 */
public record HostCosts(
    @In(TIME) Quantity instruction,
    @In(TIME) Quantity launch,
    @In(TIME) Quantity streamGap,
    @In(TIME) Quantity gridSync,
    @In(TIME) Quantity systemFence,
    @MayLack @In(TIME) @Nullable Quantity timedLaunch,
    @MayLack @In(TIME) @Nullable Quantity launchCall,
    @MayLack @In(TIME) @Nullable Quantity jointLaunch,
    @MayLack @In(TIME) @Nullable Quantity copy,
    @MayLack @In(TIME) @Nullable Quantity synchronise,
    @MayLack @In(TIME) @Nullable Quantity firstCall) {}
