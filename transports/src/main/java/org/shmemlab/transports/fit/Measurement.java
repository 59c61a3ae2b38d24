package org.shmemlab.transports.fit;

import java.util.OptionalLong;

/**
 * One published number, as its source prints it.
 *
 * @param id names the row: PD for the collected rows, PS for the supplement
 * @param system the machine
 * @param transport what carried the data
 * @param operation what was measured
 * @param messageBytes as printed; what it counts depends on the benchmark, see {@link
 *     #bytesToEachPe}
 * @param pes number of PEs or processes; empty where unknown
 * @param nodes number of nodes; empty where unknown
 * @param metric latency, bandwidth, message_rate, ...
 * @param value in {@code unit}
 * @param source the document and the place in it
 * @param note what else there is to know
 */
public record Measurement(
    String id,
    String system,
    String transport,
    String operation,
    OptionalLong messageBytes,
    OptionalLong pes,
    OptionalLong nodes,
    String metric,
    double value,
    String unit,
    String source,
    String note) {

  /**
   * Bytes that one PE sends to one other: NVSHMEM's perftest prints the sum over all PEs for a
   * collective, OSU's benchmarks print the bytes for one destination.
   *
   * @throws IllegalStateException if the row has no size
   */
  public double bytesToEachPe() {
    double printed = messageBytes.orElseThrow(() -> new IllegalStateException(id + " has no size"));
    return operation.startsWith("nvshmem alltoall")
        ? printed / pes.orElseThrow(() -> new IllegalStateException(id + " has no pes"))
        : printed;
  }

  /**
   * The time in microseconds; for a bandwidth, the time from one message to the next.
   *
   * @throws IllegalStateException if it is neither a time nor a bandwidth
   */
  public double microseconds() {
    return switch (unit) {
      case "us" -> value;
      case "ns" -> value / 1e3;
      case "MB/s" -> bytesToEachPe() / value;
      case "GB/s" -> bytesToEachPe() / value / 1e3;
      case "Gbit/s" -> bytesToEachPe() / value / 125;
      default -> throw new IllegalStateException(id + " is no time: " + unit);
    };
  }

  /**
   * A number that the operation's text gives: 16 for {@code QPs} in "QPs=16".
   *
   * @throws IllegalStateException if it is not there
   */
  public double stated(String name) {
    for (String word : operation.split("[ ,]+", -1)) {
      if (word.startsWith(name + "=")) {
        return Double.parseDouble(word.substring(name.length() + 1));
      }
    }
    throw new IllegalStateException(id + " does not state " + name);
  }
}
