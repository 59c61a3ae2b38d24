package org.shmemlab.conformance.mutants;

import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.spec.Specification;

/** The rules of a profile, but for what a mutant changes. */
class ChangedRules extends ForwardingRules {
  private final Specification rules;

  ChangedRules(Specification rules) {
    super(rules);
    this.rules = rules;
  }

  /** Whether a fence orders this earlier operation, as far as the mutant knows. */
  boolean fenceCovers(Operation earlier) {
    return rules.fenceCovers(earlier);
  }

  /** Whether an earlier operation can be ordered by a fence of a later one's agent. */
  boolean fenceSeesFor(Pending earlier, Pending later) {
    return true;
  }

  /** Whether a quiet waits for this operation, as far as the mutant knows. */
  boolean quietCovers(Pending operation, Caller caller) {
    Operation of = operation.operation();
    boolean ofPe =
        rules.quietCoversOthers()
            && of.origin().pe() == caller.pe()
            && !(of instanceof Operation.PeerStore);
    return (operation.knownBy().get(caller.agent()) || ofPe)
        && of.origin().context() == caller.context();
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    if (!updates(event.kind())) {
      return true;
    }
    for (int number : operation.after().asList()) {
      Pending earlier = inFlight.find(number);
      if (earlier != null
          && fenceCovers(earlier.operation())
          && fenceSeesFor(earlier, operation)
          && earlier.kinds().stream()
              .anyMatch(kind -> updates(kind) && !earlier.allHappened(kind))) {
        return false;
      }
    }
    return true;
  }

  private static boolean updates(Event.Kind kind) {
    return kind == Event.Kind.VISIBLE
        || kind == Event.Kind.RMW
        || kind == Event.Kind.SIGNAL_VISIBLE;
  }

  @Override
  public boolean isQuiet(Caller caller, InFlight inFlight) {
    return inFlight.pending().stream().noneMatch(operation -> quietCovers(operation, caller));
  }
}
