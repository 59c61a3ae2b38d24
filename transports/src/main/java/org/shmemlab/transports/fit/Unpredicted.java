package org.shmemlab.transports.fit;

/**
 * A measurement that nothing predicts, and why.
 *
 * @param row the measurement
 * @param reason in a few words
 */
public record Unpredicted(Measurement row, String reason) {
  private static final int FEW_BYTES = 128;
  private static final String INPUT = "a number of a platform rests on it";

  /**
   * A row that no law explains.
   *
   * @param isInput whether a platform takes a number from it, so that predicting it proves nothing
   */
  static Unpredicted of(Measurement row, boolean isInput) {
    return new Unpredicted(row, isInput ? INPUT : reason(row));
  }

  private static String reason(Measurement row) {
    if (row.metric().startsWith("model_")) {
      return "a constant of another model, not a measurement";
    }
    if (row.metric().equals("property")) {
      return "a property of hardware, not of communication";
    }
    if (row.operation().equals("osu_alltoall GPU-to-GPU intra-node")) {
      return "printed as latency, but the numbers are those of osu_bw in MB/s";
    }
    if (row.transport().contains("hook off") || row.operation().contains("(*)")) {
      return "a misconfigured network: the provider of Slingshot was not used";
    }
    if (isSlowStart(row)) {
      return "MPI uses another protocol up to " + FEW_BYTES + " B";
    }
    if (row.operation().equals("osu_bw CPU-to-CPU memory intra-node")) {
      return "copies within the host, through its caches";
    }
    if (isCooperative(row)) {
      return "threads that share a queue: needs the queue's own station";
    }
    return switch (row.metric()) {
      case "issue" -> "the cost of a call, which is measured and not predicted";
      case "delta", "speedup", "loss", "n90_size" -> "a difference or a ratio of two measurements";
      case "bottleneck_bw" -> "traffic of NVLink and network together; needs the whole kernel";
      case "round_trip", "round_trip_p99" -> "needs the program of the benchmark in the simulator";
      default -> "no law yet: too few measurements of its kind to fit one and test it";
    };
  }

  static boolean isSlowStart(Measurement row) {
    return row.operation().equals("osu_bw GPU-to-GPU memory inter-node")
        && row.messageBytes().orElse(0) <= FEW_BYTES;
  }

  /** Rows of several threads on one queue, and one whose queues are a range. */
  static boolean isCooperative(Measurement row) {
    return row.operation().startsWith("8B put rate threads=")
        && row.transport().equals("mini-gda")
        && (row.operation().contains("(") || row.operation().contains("QPs=2-32"));
  }
}
