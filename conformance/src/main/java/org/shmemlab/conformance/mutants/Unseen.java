package org.shmemlab.conformance.mutants;

import java.util.function.BiPredicate;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;

/** Rules that take some operations for over when they answer one question. */
final class Unseen {
  private Unseen() {}

  /** A quiet does not see these. */
  static OrderingRules byQuiet(OrderingRules rules, BiPredicate<Pending, Caller> unseen) {
    return new ForwardingRules(rules) {
      @Override
      public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
        return super.mayPass(
            call,
            caller,
            call == OrderingCall.QUIET ? without(inFlight, unseen, caller) : inFlight);
      }
    };
  }

  /** A fence that waits does not see these. */
  static OrderingRules byFence(OrderingRules rules, BiPredicate<Pending, Caller> unseen) {
    return new ForwardingRules(rules) {
      @Override
      public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
        return super.mayPass(
            call,
            caller,
            call == OrderingCall.FENCE ? without(inFlight, unseen, caller) : inFlight);
      }
    };
  }

  /** A call that returns does not see these: earlier ones beside its own. */
  static OrderingRules byReturn(OrderingRules rules, BiPredicate<Pending, Pending> unseen) {
    return new ForwardingRules(rules) {
      @Override
      public boolean mayReturn(Pending operation, InFlight inFlight) {
        return super.mayReturn(operation, without(inFlight, unseen, operation));
      }
    };
  }

  /** An event of a later operation does not see these. */
  static OrderingRules byEvent(OrderingRules rules, BiPredicate<Pending, Pending> unseen) {
    return new ForwardingRules(rules) {
      @Override
      public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
        return super.mayHappen(operation, event, without(inFlight, unseen, operation));
      }
    };
  }

  private static <T> InFlight without(
      InFlight inFlight, BiPredicate<Pending, T> unseen, T question) {
    if (inFlight.pending().stream().noneMatch(pending -> unseen.test(pending, question))) {
      return inFlight;
    }
    InFlight copy = inFlight.copy();
    for (Pending pending : inFlight.pending()) {
      if (unseen.test(pending, question)) {
        Pending ended = copy.writable(pending);
        while (copy.find(ended.number()) != null) {
          copy.happened(ended, ended.next(true).get(0));
        }
      }
    }
    return copy;
  }
}
