package org.shmemlab.plan.grid;

/**
 * Holds the result of a simulation.
 *
 * @param picoseconds that the run took
 * @param messages that moved
 * @param limit the busiest station or link: "NIC 3, sending"
 * @param utilisation the share of the time in which that served
 * @param link the busiest link
 * @param linkUse the share of the time that its bytes need at its full rate
 */
public record TrialResult(
    long picoseconds,
    long messages,
    String limit,
    double utilisation,
    String link,
    double linkUse) {
  /** Below this share nothing is a bottleneck: calls and latencies decide. */
  public static final double BUSY = 0.5;

  /** The kind of station or link, without its numbers: "NIC, sending". */
  public String limitKind() {
    return utilisation < BUSY
        ? "calls and latency"
        : limit.replaceAll("( of)?( (PE|node|gpu))? \\d+", "").replaceAll("\\s+,", ",").strip();
  }
}
