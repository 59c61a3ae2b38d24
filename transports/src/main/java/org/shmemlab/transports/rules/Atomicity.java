package org.shmemlab.transports.rules;

import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.TargetWords;
import org.shmemlab.model.operation.Transaction;

/**
 * Decides which updates of one word exclude each other: those of one NIC, and those of one proxy
 * thread. This is not order: either of two may be the first, and the other waits for its end.
 */
final class Atomicity {
  private static final int OUTSIDE_GPU = Transaction.ATOMIC.bit() | Transaction.MESSAGE.bit();

  private Atomicity() {}

  /** Whether an event begins an update while no other is between its read and its write. */
  static boolean mayBegin(Pending operation, Event event, InFlight inFlight) {
    boolean begins =
        event.kind() == Kind.UPDATE_READ
            || (!operation.readBefore()
                && (event.kind() == Kind.RMW || event.kind() == Kind.SIGNAL_VISIBLE));
    int way = operation.way(event.kind());
    if (!begins || (way & OUTSIDE_GPU) == 0) {
      return true;
    }
    TargetWords words = TargetWords.of(operation.operation(), event);
    for (Pending other : inFlight.pending()) {
      if (other != operation
          && isBetween(other, way)
          && words.overlap(updated(other.operation()))) {
        return false;
      }
    }
    return true;
  }

  private static TargetWords updated(Operation operation) {
    return operation instanceof Operation.Amo
        ? TargetWords.ofData(operation, 0, 1)
        : TargetWords.ofSignal(operation);
  }

  private static boolean isBetween(Pending other, int way) {
    return other.readBefore()
        && other.allHappened(Kind.UPDATE_READ)
        && other.way(Kind.UPDATE_READ) == way
        && !other.allHappened(
            other.operation() instanceof Operation.Amo ? Kind.RMW : Kind.SIGNAL_VISIBLE);
  }
}
