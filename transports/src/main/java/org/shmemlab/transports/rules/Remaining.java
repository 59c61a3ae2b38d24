package org.shmemlab.transports.rules;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;

/**
 * What is left of an operation in flight, by the way that it takes.
 *
 * @param routes the ways through the job
 */
record Remaining(Routes routes) {
  /** The parts of an operation that go their ways. */
  enum Part {
    DATA,
    SIGNAL
  }

  /** The way of a part that is not done yet, or null. */
  @Nullable Transaction left(Pending pending, Part part) {
    Operation operation = pending.operation();
    return switch (part) {
      case SIGNAL ->
          pending.kinds().contains(Kind.SIGNAL_VISIBLE) && !pending.allHappened(Kind.SIGNAL_VISIBLE)
              ? routes.signal(operation)
              : null;
      case DATA -> {
        Kind end = Words.end(pending);
        yield end == null || pending.allHappened(end) ? null : routes.data(operation);
      }
    };
  }

  /** Whether neither data nor a signal is left. */
  boolean done(Pending pending) {
    return left(pending, Part.DATA) == null && left(pending, Part.SIGNAL) == null;
  }

  /** Whether something is left on a network; what a get has read there may still be landing. */
  boolean networkLeft(Pending pending) {
    Transaction data = left(pending, Part.DATA);
    Transaction signal = left(pending, Part.SIGNAL);
    boolean landing = routes.data(pending.operation()) == Transaction.READ;
    return landing || (data != null && data.ofNetwork()) || (signal != null && signal.ofNetwork());
  }

  /** Whether loads, stores or atomics of a thread are left that the caller knows of. */
  boolean threadLeft(Pending pending, Caller caller) {
    Transaction data = left(pending, Part.DATA);
    Transaction signal = left(pending, Part.SIGNAL);
    return pending.knownBy().get(caller.agent())
        && ((data != null && data.ofThread()) || (signal != null && signal.ofThread()));
  }

  /**
   * Whether the operation is a copy on one of the library's own streams, for which a caller on the
   * host waits.
   */
  boolean copyLeft(Pending pending, Caller caller) {
    return !caller.onDevice()
        && !pending.operation().origin().onStream()
        && routes.data(pending.operation()) == Transaction.COPY;
  }
}
