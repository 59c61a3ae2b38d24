package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;

/**
 * Describes how a run came to its end.
 *
 * @param exitCode what the command answers
 * @param instructions how many were executed, of all agents together
 * @param findings what was found while it ran; a failure is the first
 * @param timed where its simulated time went, or null
 */
public record RunEnd(
    RunResult result,
    int exitCode,
    long instructions,
    ImmutableList<ReportedFinding> findings,
    @Nullable Timed timed) {

  /**
   * A run in simulated time.
   *
   * @param where platform and transport
   * @param costs of one message, as {@link MessageCost} finds it
   */
  public record Timed(String where, TimedResult result, ImmutableList<MessageCost> costs) {}

  /** A run without simulated time. */
  public RunEnd(
      RunResult result, int exitCode, long instructions, ImmutableList<ReportedFinding> findings) {
    this(result, exitCode, instructions, findings, null);
  }
}
