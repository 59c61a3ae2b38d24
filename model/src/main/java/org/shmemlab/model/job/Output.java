package org.shmemlab.model.job;

import org.jspecify.annotations.Nullable;

/**
 * Holds one piece of text that a PE printed, linked to the piece before it: forks share earlier
 * output.
 *
 * @param pe the printing PE
 * @param channel 1 for standard output, 2 for standard error
 * @param text characters as bytes in ISO-8859-1
 */
public record Output(@Nullable Output previous, int pe, int channel, String text) {
  /** Standard output. */
  public static final int STDOUT = 1;

  /** Standard error. */
  public static final int STDERR = 2;
}
