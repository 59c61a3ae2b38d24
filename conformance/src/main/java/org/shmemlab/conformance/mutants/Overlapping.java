package org.shmemlab.conformance.mutants;

import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;

/**
 * Updates of one network card or one proxy do not exclude each other: one that has read is over.
 */
final class Overlapping extends ForwardingRules {
  Overlapping(OrderingRules rules) {
    super(rules);
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    InFlight others = inFlight.copy();
    for (Pending other : inFlight.pending()) {
      if (other.number() != operation.number()
          && other.readBefore()
          && other.allHappened(Event.Kind.UPDATE_READ)) {
        Pending ended = others.writable(other);
        while (others.find(ended.number()) != null) {
          others.happened(ended, ended.next(true).get(0));
        }
      }
    }
    return super.mayHappen(operation, event, others);
  }
}
