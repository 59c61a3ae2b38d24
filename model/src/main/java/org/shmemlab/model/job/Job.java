package org.shmemlab.model.job;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;

/**
 * How a program is started.
 *
 * @param layout its PEs, and where they are
 * @param arguments the program's arguments after its name
 * @param environment the environment for {@code getenv}
 * @param gpu the GPU that every PE drives
 * @param allowance the limits of the job's configuration
 * @param tolerant whether a misuse that real machines tolerate is reported and the job goes on;
 *     else it is a failure
 */
public record Job(
    JobLayout layout,
    ImmutableList<String> arguments,
    ImmutableMap<String, String> environment,
    Gpu gpu,
    JobLimits allowance,
    boolean tolerant) {

  /** A job of nodes that may use all that its GPUs have. */
  public Job(
      int pes,
      int pesPerNode,
      ImmutableList<String> arguments,
      ImmutableMap<String, String> environment,
      Gpu gpu) {
    this(JobLayout.ofNodes(pes, pesPerNode), arguments, environment, gpu, JobLimits.ALL, false);
  }

  /** A job that ends at a misuse. */
  public Job(
      JobLayout layout,
      ImmutableList<String> arguments,
      ImmutableMap<String, String> environment,
      Gpu gpu,
      JobLimits allowance) {
    this(layout, arguments, environment, gpu, allowance, false);
  }

  /** A job on one node without arguments. */
  public static Job ofPes(int pes) {
    return new Job(pes, pes, ImmutableList.of(), ImmutableMap.of(), Gpu.H200);
  }

  /** The same program and GPUs, elsewhere. */
  public Job placed(JobLayout elsewhere, JobLimits allowed) {
    return new Job(elsewhere, arguments, environment, gpu, allowed, tolerant);
  }

  /** The same job, whose GPUs run one task at a time, in the order in which they were queued. */
  public Job withTasksInTurn() {
    return new Job(layout, arguments, environment, gpu, allowance.withTasksInTurn(), tolerant);
  }

  /** The same job, of which a symmetric allocation fails. */
  public Job withFailing(JobLimits.FailingAllocation allocation) {
    return new Job(
        layout, arguments, environment, gpu, allowance.withFailing(allocation), tolerant);
  }

  /** Number of PEs. */
  public int pes() {
    return layout.pes();
  }

  /**
   * The resources of a GPU that decide how many thread blocks are resident.
   *
   * @param multiprocessors number of SMs
   * @param threadsPerMultiprocessor resident threads of an SM
   * @param blocksPerMultiprocessor resident blocks of an SM
   * @param sharedBytesPerMultiprocessor shared memory of an SM, bytes
   * @param maxThreadsPerBlock largest block
   * @param memoryBytes global memory, bytes
   */
  public record Gpu(
      int multiprocessors,
      int threadsPerMultiprocessor,
      int blocksPerMultiprocessor,
      int sharedBytesPerMultiprocessor,
      int maxThreadsPerBlock,
      long memoryBytes) {
    /**
     * NVIDIA H200: 132 SMs of compute capability 9.0 (CUDA C++ Programming Guide, table "Technical
     * Specifications per Compute Capability": 2048 threads, 32 blocks, 228 KiB shared memory per
     * SM, 1024 threads per block), 141 GB.
     */
    public static final Gpu H200 = new Gpu(132, 2048, 32, 228 << 10, 1024, 141_000_000_000L);

    /** How many blocks of this shape one SM holds at once. */
    public int residentBlocks(int threadsPerBlock, int sharedBytesPerBlock) {
      int warps = (threadsPerBlock + 31) / 32;
      int byThreads = threadsPerMultiprocessor / (32 * Math.max(1, warps));
      int byShared =
          sharedBytesPerBlock == 0
              ? blocksPerMultiprocessor
              : sharedBytesPerMultiprocessor / sharedBytesPerBlock;
      return Math.min(blocksPerMultiprocessor, Math.min(byThreads, byShared));
    }
  }
}
