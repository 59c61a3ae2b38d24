package org.shmemlab.model.job;

/**
 * A context that the program made.
 *
 * @param team the PE's handle of its team
 * @param thread number of the only host thread that may use it, or -1
 */
public record Context(long team, int thread) {
  public boolean isPrivate() {
    return thread >= 0;
  }
}
