package org.shmemlab.transports.patterns;

/**
 * How much the times of a run vary.
 *
 * @param jitter by which share of itself each issue and each latency may be longer, evenly
 *     distributed; 0 for none
 * @param seed of that variation
 */
public record Variation(double jitter, long seed) {
  /** Every time is what the platform says. */
  public static final Variation NONE = new Variation(0, 0);

  public Variation {
    if (!(jitter >= 0) || jitter == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a jitter is a share of at least 0, not " + jitter);
    }
  }
}
