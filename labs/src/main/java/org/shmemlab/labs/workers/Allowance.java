package org.shmemlab.labs.workers;

import java.time.Duration;

/**
 * What one request may take. Counts end the usual endless program long before (see {@code
 * grading.Limits}); these are for what no count knows.
 *
 * @param mebibytes of Java's heap
 * @param processor time of a processor
 */
public record Allowance(int mebibytes, Duration processor) {
  /** For a grade: ten times what the labs that come along need. */
  public static final Allowance USUAL = new Allowance(512, Duration.ofMinutes(2));
}
