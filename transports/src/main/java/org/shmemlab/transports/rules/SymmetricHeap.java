package org.shmemlab.transports.rules;

import java.util.Optional;
import org.shmemlab.model.job.JobLimits;

/**
 * Computes how large the symmetric heap of a PE gets (host/mem/mem_heap.cpp). One without CUDA's
 * virtual memory, or in the host's memory, has its size from the start; the other grows on demand
 * within a range of addresses. The library's own memory comes on top of either.
 */
public final class SymmetricHeap {
  /** Largest piece of memory with a handle of its own. */
  private static final long LARGEST_HANDLE = 2L << 30;

  private SymmetricHeap() {}

  /**
   * The limits that these settings set for a job whose PEs share GPUs so.
   *
   * @throws BadTransport if the heap cannot be had in such pieces
   */
  public static JobLimits allowance(Settings settings, GpuSharing sharing) {
    boolean onGpu = settings.text(EnvironmentVariable.HEAP_KIND).equals("DEVICE");
    if (!onGpu || settings.has(EnvironmentVariable.DISABLE_CUDA_VMM)) {
      return new JobLimits(
          settings.bytes(EnvironmentVariable.SYMMETRIC_SIZE),
          1,
          onGpu,
          advice(settings, EnvironmentVariable.SYMMETRIC_SIZE, "the whole heap"),
          sharing.takesTurns(settings),
          true,
          Optional.empty());
    }
    long step = settings.bytes(EnvironmentVariable.CUMEM_GRANULARITY);
    if (step < 1 || step > LARGEST_HANDLE) {
      throw new BadTransport(
          "NVSHMEM_CUMEM_GRANULARITY="
              + settings.text(EnvironmentVariable.CUMEM_GRANULARITY)
              + ": a memory handle covers at most 2G, and at least 1 byte");
    }
    return new JobLimits(
        settings.bytes(EnvironmentVariable.MAX_MEMORY_PER_GPU),
        step,
        true,
        advice(
            settings, EnvironmentVariable.MAX_MEMORY_PER_GPU, "at most, within the GPU's memory"),
        sharing.takesTurns(settings),
        true,
        Optional.empty());
  }

  private static String advice(Settings settings, EnvironmentVariable size, String what) {
    return size.environmentName() + "=" + settings.text(size) + " is " + what + "; set it higher";
  }
}
