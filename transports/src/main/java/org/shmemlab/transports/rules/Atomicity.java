package org.shmemlab.transports.rules;

import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;

/**
 * Whose updates of one word exclude each other: those of one network card, and those of one proxy
 * thread.
 *
 * @param routes who carries out which update
 */
record Atomicity(Routes routes) {
  /** Whether an event begins an update while no other is between its read and its write. */
  boolean mayBegin(Pending operation, Event event, InFlight inFlight) {
    boolean begins =
        event.kind() == Kind.UPDATE_READ
            || (!operation.readBefore()
                && (event.kind() == Kind.RMW || event.kind() == Kind.SIGNAL_VISIBLE));
    Transaction way = routes.way(operation.operation(), event);
    if (!begins || !way.outsideGpu()) {
      return true;
    }
    Words words = Words.of(operation.operation(), event);
    for (Pending other : inFlight.pending()) {
      if (other != operation && isBetween(other, way) && words.overlapUpdate(other)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBetween(Pending other, Transaction way) {
    if (!other.readBefore() || !other.allHappened(Kind.UPDATE_READ)) {
      return false;
    }
    boolean amo = other.operation() instanceof Operation.Amo;
    Transaction its = amo ? routes.data(other.operation()) : routes.signal(other.operation());
    return its == way && !other.allHappened(amo ? Kind.RMW : Kind.SIGNAL_VISIBLE);
  }
}
