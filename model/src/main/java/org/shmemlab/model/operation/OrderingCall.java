package org.shmemlab.model.operation;

/** The calls that issue nothing and may have to wait for operations in flight. */
public enum OrderingCall {
  /** nvshmem_fence: it need not wait for anything to order later operations. */
  FENCE,
  /** nvshmem_quiet, and the one that a barrier begins with. */
  QUIET,
  /** nvshmemx_flush: the sources of puts may change; it completes nothing at the target. */
  FLUSH,
  /** A sync, before it counts an agent as arrived. */
  SYNC,
  /** A fence of CUDA for all GPUs, and the end of a grid. */
  SYSTEM_FENCE,
  /** A fence of CUDA for more than a block: {@code __threadfence}, {@code __threadfence_system}. */
  THREAD_FENCE,
  /**
   * A wait or test that is satisfied, but for those of the signal family; the end of barriers and
   * collectives that move data.
   */
  WAIT,
  /** {@code signal_wait_until} that is satisfied: it polls, and does nothing else. */
  SIGNAL_WAIT
}
