package org.shmemlab.transports.cost.parameters;

/**
 * Computes how the message rate of a NIC falls with the number of queue pairs that both send and
 * receive: level up to an onset, then a power law; large payloads hide it (law 5 of
 * docs/reference/network.md, section 5.3, and section 4.4).
 *
 * @param onset connections up to which nothing is lost
 * @param exponent of the power law beyond
 * @param largestPayload bytes from which on a message is not slowed
 */
public record ConnectionLaw(int onset, double exponent, int largestPayload) {
  /** NICs whose rate does not depend on the number of connections. */
  public static final ConnectionLaw NONE = new ConnectionLaw(Integer.MAX_VALUE, 0, 0);

  /** The law that keeps {@code share} of the rate at {@code connections}. */
  public static ConnectionLaw through(int onset, int connections, double share, int payload) {
    double exponent = Math.log(1 / share) / Math.log((double) connections / onset);
    return new ConnectionLaw(onset, exponent, payload);
  }

  /** By how much a message of {@code bytes} takes longer than with few connections; at least 1. */
  public double slowdown(int connections, long bytes) {
    return connections <= onset || bytes >= largestPayload
        ? 1
        : Math.pow((double) connections / onset, exponent);
  }
}
