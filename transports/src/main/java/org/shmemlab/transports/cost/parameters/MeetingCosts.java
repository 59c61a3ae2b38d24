package org.shmemlab.transports.cost.parameters;

import org.shmemlab.model.program.CallScope;

/**
 * Holds the costs of collectives for the threads that call them, apart from their messages,
 * picoseconds.
 *
 * @param callPs a call by one thread
 * @param groupPs what it costs more where a warp calls
 * @param threadPs what it costs more for each thread of a block beyond a warp for each of the SM's
 *     schedulers
 * @param drainPs what the fence of a barrier takes longer than a quiet with nothing pending
 * @param flagsPs packing words with flags, and polling for them
 * @param reductionPs a round of a reduction, in which each thread adds one element
 * @param reductionThreadPs what a round takes longer for each thread
 * @param reductionAlonePs one element where one thread reduces
 */
public record MeetingCosts(
    long callPs,
    long groupPs,
    long threadPs,
    long drainPs,
    long flagsPs,
    long reductionPs,
    long reductionThreadPs,
    long reductionAlonePs) {
  /** An SM has four schedulers, which take turns among their warps (NVIDIA H100 whitepaper). */
  private static final int SCHEDULED_THREADS = 4 * 32;

  /** Where only messages cost time. */
  public static final MeetingCosts NONE = new MeetingCosts(0, 0, 0, 0, 0, 0, 0, 0);

  /** A call by threads of a scope. */
  public long call(CallScope scope, int threads) {
    return switch (scope) {
      case THREAD -> callPs;
      case WARP -> callPs + groupPs;
      case BLOCK -> callPs + Math.max(0, threads - SCHEDULED_THREADS) * threadPs;
    };
  }

  /** Adding up so many elements. */
  public long reduction(long elements, int threads) {
    return threads == 1
        ? elements * reductionAlonePs
        : (elements + threads - 1) / threads * (reductionPs + threads * reductionThreadPs);
  }
}
