package org.shmemlab.model.job;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;

/**
 * Describes work queued on a stream.
 *
 * @param sequence numbers the tasks of a PE in the order the host issued them
 * @param keeper the number of the agent that keeps the host's clock of that time
 * @param after tasks of other streams that end before this one starts
 * @param releases the agents that keep this stream's clock of the task's end, for tasks of other
 *     streams
 */
public record Task(
    long sequence,
    int keeper,
    Work work,
    ImmutableList<Dependency> after,
    ImmutableIntArray releases) {

  /**
   * A task of another stream.
   *
   * @param keeper the agent that keeps that stream's clock of the task's end; -1 where the stream's
   *     own clock is taken
   */
  public record Dependency(int stream, long sequence, int keeper) {}
}
