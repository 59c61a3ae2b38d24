package org.shmemlab.model.job;

/** Lists the ways to launch a kernel, each promising all that those before it do. */
public enum Launch {
  /** {@code <<<>>>}: nothing is said about which blocks run at the same time. */
  PLAIN,
  /** {@code cudaLaunchCooperativeKernel}: all blocks run at once, and may meet. */
  COOPERATIVE,
  /** {@code nvshmemx_collective_launch}: so do the kernels of all PEs, which may meet, too. */
  COLLECTIVE
}
