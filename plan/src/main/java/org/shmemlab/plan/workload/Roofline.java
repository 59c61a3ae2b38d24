package org.shmemlab.plan.workload;

import org.shmemlab.transports.platform.Gpu;

/**
 * How long a GPU computes: as long as its arithmetic or its memory takes at their full rates,
 * whichever is longer, divided by the share of them that kernels reach.
 *
 * @param flops dense BF16 operations per second of the tensor cores
 * @param bytes per second of the memory
 * @param capacity bytes of the memory
 */
record Roofline(double flops, double bytes, double capacity) {
  /** The parameter of workloads that compute. */
  static final WorkloadParameter EFFICIENCY =
      WorkloadParameter.number("efficiency", "0.6", 0.01, 1, "share of the GPU's rates reached");

  private static final double PICOSECONDS = 1e12;

  /**
   * By the data sheets of NVIDIA: H100 and H800 SXM 989.4 Tflop/s and 3.35 TB/s, H200 the same and
   * 4.8 TB/s, GH200 (HBM3) 990 Tflop/s and 4.0 TB/s, one GPU of GB200 NVL72 2.5 Pflop/s and 8 TB/s,
   * of HGX B200 an eighth of 18 Pflop/s and 62 TB/s. H200 NVL has 835.5 Tflop/s and 4.8 TB/s.
   * Memories: 80 GB of H100 and H800, 141 of H200, 96 of GH200, 186 of GB200, 180 of HGX B200.
   *
   * @throws IllegalArgumentException for a GPU whose rates are not known
   */
  static Roofline of(Gpu gpu) {
    String model = gpu.model();
    if (model.contains("GH200")) {
      return new Roofline(990e12, 4.0e12, 96e9);
    }
    if (model.contains("H200 NVL")) {
      return new Roofline(835.5e12, 4.8e12, 141e9);
    }
    if (model.contains("H200")) {
      return new Roofline(989.4e12, 4.8e12, 141e9);
    }
    if (model.contains("H100") || model.contains("H800")) {
      return new Roofline(989.4e12, 3.35e12, 80e9);
    }
    if (model.contains("GB200")) {
      return new Roofline(2500e12, 8e12, 186e9);
    }
    if (model.contains("B200")) {
      return new Roofline(2250e12, 7.75e12, 180e9);
    }
    throw new IllegalArgumentException(
        "how fast a " + model + " computes is not known; leave out what is computed");
  }

  /**
   * The time of so many operations on so many bytes, picoseconds.
   *
   * @param share of the full rates that is reached, above 0 and at most 1
   */
  long picoseconds(double operations, double moved, double share) {
    return Math.round(Math.max(operations / flops, moved / bytes) / share * PICOSECONDS);
  }
}
