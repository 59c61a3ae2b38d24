package org.shmemlab.transports.simulate;

import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Records an operation from one PE to another, which may be the same; times are picoseconds, and
 * {@link #NEVER} where the run ended before.
 *
 * @param operation its number
 * @param bytes that it moves
 * @param agent the calling agent, by the name of its track
 * @param line of the call
 * @param issued when it was called
 * @param read when its source, or what a get fetches, was read
 * @param arrived when its data, its signal or its update became visible at {@code to}; of a get,
 *     never
 * @param complete when the issuer could know that it is complete
 */
public record Message(
    int operation,
    TransferKind kind,
    int from,
    String agent,
    SourceLine line,
    int to,
    long bytes,
    long issued,
    long read,
    long arrived,
    long complete) {
  /** No time. */
  public static final long NEVER = -1;

  /** The same with what has become of it since. */
  Message with(long nowRead, long nowArrived, long nowComplete) {
    return new Message(
        operation, kind, from, agent, line, to, bytes, issued, nowRead, nowArrived, nowComplete);
  }

  /** When it did at its target what it is for: its arrival, or of a get the read. */
  public long atTarget() {
    return kind.isGet() ? read : arrived;
  }
}
