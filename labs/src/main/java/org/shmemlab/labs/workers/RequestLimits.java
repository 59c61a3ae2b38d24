package org.shmemlab.labs.workers;

import java.time.Duration;

/**
 * Limits the memory and time of one request. Counts end the usual endless program long before (see
 * {@code grading.GradingLimits}); these are for work that no count covers.
 *
 * @param mebibytes of Java's heap
 * @param processor time of a processor
 */
public record RequestLimits(int mebibytes, Duration processor) {
  /** For a grade: ten times what the labs that come along need. */
  public static final RequestLimits USUAL = new RequestLimits(512, Duration.ofMinutes(2));
}
