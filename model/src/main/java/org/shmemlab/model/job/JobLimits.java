package org.shmemlab.model.job;

import java.util.Optional;

/**
 * Holds the limits that the configuration of the library and of the GPUs sets for a job.
 *
 * @param heapBytes most bytes of the symmetric heap of a PE that objects can take
 * @param heapStep bytes by which the heap grows; its final size must fit on the GPU
 * @param heapOnGpu whether the heap takes the GPU's memory, or the host's
 * @param heapAdvice the setting of the heap's size, for the line about an allocation that fails
 * @param transfersOnly where PEs share a GPU and may not run at the same time: the reason, and the
 *     remedy; there are then no calls that wait for another PE but {@code barrier_all} and {@code
 *     sync_all}, of the host and on streams
 * @param streamsAtOnce whether tasks of several streams of a GPU run at the same time, or one after
 *     another in the order in which they were queued
 * @param failing the symmetric allocation that fails, if one does
 */
public record JobLimits(
    long heapBytes,
    long heapStep,
    boolean heapOnGpu,
    String heapAdvice,
    Optional<String> transfersOnly,
    boolean streamsAtOnce,
    Optional<FailingAllocation> failing) {
  /** Everything that the GPU has. */
  public static final JobLimits ALL =
      new JobLimits(
          Long.MAX_VALUE,
          1,
          true,
          "free some, or use a larger GPU",
          Optional.empty(),
          true,
          Optional.empty());

  /** The same limits, with the tasks of a GPU one after another. */
  public JobLimits withTasksInTurn() {
    return new JobLimits(heapBytes, heapStep, heapOnGpu, heapAdvice, transfersOnly, false, failing);
  }

  /** The same limits, where a symmetric allocation fails, as on GPUs that others use, too. */
  public JobLimits withFailing(FailingAllocation allocation) {
    return new JobLimits(
        heapBytes,
        heapStep,
        heapOnGpu,
        heapAdvice,
        transfersOnly,
        streamsAtOnce,
        Optional.of(allocation));
  }

  /**
   * Names a symmetric allocation that fails.
   *
   * @param number counted from 1 in the order of the job's calls
   * @param place the line of the call; empty where it is not known
   */
  public record FailingAllocation(int number, String place) {
    /** "symmetric allocation 2 (a.cu:7:3) gives NULL". */
    public String text() {
      return "symmetric allocation "
          + number
          + (place.isEmpty() ? "" : " (" + place + ")")
          + " gives NULL";
    }
  }

  /** Whether objects of so many bytes fit together on one PE. */
  public boolean fits(long bytes, Job.Gpu gpu) {
    if (bytes < 0 || bytes > heapBytes) {
      return false;
    }
    long steps = bytes / heapStep + (bytes % heapStep == 0 ? 0 : 1);
    return !heapOnGpu || steps <= gpu.memoryBytes() / heapStep;
  }

  /** Why a call is refused where PEs share a GPU, or nothing where it is not. */
  public Optional<String> refusal(String call) {
    return transfersOnly.map(reason ->
        call
            + " is refused: "
            + reason
            + "; until then there are put, get, and barrier_all and sync_all of the host and on"
            + " streams");
  }
}
