package org.shmemlab.transports.rules;

import java.util.Map;
import java.util.Optional;

/**
 * How many PEs share each GPU, and whether they run there at the same time (NVSHMEM API,
 * "Multiprocess GPU Support"; host/init/init.cu:829-885).
 *
 * @param pesPerGpu PEs on each GPU
 * @param mps whether CUDA's multi-process service runs there
 * @param percentage of a GPU's threads that each of its PEs may use, 1 to 100
 */
public record GpuSharing(int pesPerGpu, boolean mps, int percentage) {
  /** A GPU for every PE. */
  public static final GpuSharing NONE = new GpuSharing(1, false, 100);

  /** CUDA's variable for the percentage. */
  public static final String PERCENTAGE = "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE";

  /** The whole GPU, in percent: the code takes this sum, the documentation asks for less. */
  private static final int WHOLE = 100;

  /**
   * The sharing that the options and CUDA's variable set.
   *
   * @throws BadTransport if a number is out of its range
   */
  public static GpuSharing of(int pesPerGpu, boolean mps, Map<String, String> environment) {
    if (pesPerGpu < 1) {
      throw new BadTransport("--pes-per-gpu " + pesPerGpu + ": a GPU has at least 1 PE");
    }
    String percentage = environment.getOrDefault(PERCENTAGE, "100");
    if (!percentage.matches("[1-9]\\d?|100")) {
      throw new BadTransport(PERCENTAGE + "=" + percentage + ": the value is a number, 1 to 100");
    }
    return new GpuSharing(pesPerGpu, mps, Integer.parseInt(percentage));
  }

  /**
   * Why PEs of one GPU may have to run one after another, and what to set; empty where they need
   * not.
   */
  Optional<String> takesTurns(Settings settings) {
    int sum = pesPerGpu * percentage;
    boolean enough =
        sum <= WHOLE || settings.has(EnvironmentVariable.IGNORE_CUDA_MPS_ACTIVE_THREAD_PERCENTAGE);
    if (pesPerGpu == 1 || (mps && enough)) {
      return Optional.empty();
    }
    String share = PERCENTAGE + "=" + Math.max(1, WHOLE / pesPerGpu);
    return Optional.of(
        mps
            ? pesPerGpu
                + " PEs share a GPU and may use "
                + sum
                + " percent of it; set "
                + share
                + " or NVSHMEM_IGNORE_CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=1"
            : pesPerGpu + " PEs share a GPU without MPS; use --mps and set " + share);
  }
}
