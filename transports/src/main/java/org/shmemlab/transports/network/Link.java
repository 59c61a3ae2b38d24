package org.shmemlab.transports.network;

/**
 * One direction of a wire, a port or a bus. A full-duplex wire is two links.
 *
 * @param bytesPerSecond the bandwidth that its flows share, in bytes per second, positive and
 *     finite
 * @param latency how long a byte takes on it, in picoseconds, not negative
 */
public record Link(double bytesPerSecond, long latency) {
  /** Refuses what no link can have. */
  public Link {
    if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the bandwidth of a link is positive and finite, not " + bytesPerSecond + " B/s");
    }
    if (latency < 0) {
      throw new IllegalArgumentException(
          "the latency of a link is not negative, but here " + latency + " ps");
    }
  }
}
