package org.shmemlab.plan.trace;

import org.shmemlab.model.program.MeetingKind;

/** Describes the action of one operation of a trace. */
public sealed interface Act {
  /** Sends bytes; over as soon as the call has returned. */
  record Send(int to, long bytes, long tag) implements Act {}

  /** Waits for bytes; over when they are there. */
  record Receive(int from, long bytes, long tag) implements Act {}

  /**
   * Computes for some time, picoseconds, on one of the units of its PE, each of which does one
   * thing at a time.
   */
  record Compute(long picoseconds, int unit) implements Act {}

  /**
   * Takes part in a collective of all PEs.
   *
   * @param bytes that each PE puts in, or the root gives
   */
  record Collective(MeetingKind kind, long bytes) implements Act {}

  /** Does nothing; others may depend on it. */
  record Nothing() implements Act {}
}
