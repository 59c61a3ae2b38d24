package org.shmemlab.model.operation;

/** The calls that issue nothing and wait for what was issued before. */
public enum OrderingCall {
  /** nvshmem_fence: it need not wait for anything to order what comes after it. */
  FENCE,
  /** nvshmem_quiet, and the one that a barrier begins with. */
  QUIET,
  /** A sync, before it counts an agent as arrived. */
  SYNC,
  /** A fence of CUDA for all GPUs, and the end of a grid. */
  SYSTEM_FENCE
}
