package org.shmemlab.transports.traffic;

import org.shmemlab.transports.cost.stations.Load;

/**
 * Holds the result of playing a script.
 *
 * @param picoseconds until the last agent had ended; not less than the busiest link needs for its
 *     bytes, also where no single message is large enough to share links with others
 * @param messages calls that moved data
 * @param station the busiest port, NIC, proxy or atomic unit
 * @param link the busiest link, with the time that it needs for its bytes at its full rate
 */
public record ScriptResult(long picoseconds, long messages, Load station, Load link) {
  public ScriptResult {
    picoseconds = Math.max(picoseconds, link.busyPs());
  }

  /** The busier of both. */
  public Load limit() {
    return link.busyPs() > station.busyPs() ? link : station;
  }

  /** The share of the time in which the limit serves. */
  public double utilisation() {
    return picoseconds == 0 ? 0 : (double) limit().busyPs() / picoseconds;
  }
}
