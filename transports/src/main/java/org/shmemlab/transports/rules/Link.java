package org.shmemlab.transports.rules;

/**
 * What hardware between two PEs does that no setting of NVSHMEM tells. Nothing of this is on by
 * default: the rules then show what the software alone allows.
 *
 * @param relaxedPcie PCIe really reorders the writes that NVSHMEM's memory regions permit it to
 *     reorder ({@code NVSHMEM_IB_ENABLE_RELAXED_ORDERING}, on by default): only an atomic or a
 *     message stays behind the writes of its queue pair
 * @param adaptiveRouting the network places the writes of one queue pair out of order; an atomic
 *     stays behind them
 * @param lateVisibility what the network card delivers is visible to the GPU's own loads only after
 *     a consistency operation (host/proxy/proxy.cpp, "CST"): waits and tests do one, the calls of
 *     the signal family do not (nvshmem_defines.h, nvshmem_signal_wait_until)
 */
public record Link(boolean relaxedPcie, boolean adaptiveRouting, boolean lateVisibility) {
  /** Hardware that keeps the order it is given. */
  public static final Link ORDERLY = new Link(false, false, false);
}
