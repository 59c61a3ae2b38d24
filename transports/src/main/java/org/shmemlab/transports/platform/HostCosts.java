package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.TIME;

/**
 * What the host and a grid pay for computing, launching and synchronising.
 *
 * @param instruction one simple instruction of a host thread
 * @param launch from {@code cudaLaunchKernel} to the start of the kernel
 * @param streamGap between two kernels of one stream
 * @param gridSync one {@code grid.sync()}
 * @param systemFence one {@code __threadfence_system()}
 */
public record HostCosts(
    @In(TIME) Quantity instruction,
    @In(TIME) Quantity launch,
    @In(TIME) Quantity streamGap,
    @In(TIME) Quantity gridSync,
    @In(TIME) Quantity systemFence) {}
