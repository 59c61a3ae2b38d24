package org.shmemlab.conformance.mutants;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Parts;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.spec.Specification;

/** The rules of a profile, but for what a mutant changes. */
class ChangedRules implements OrderingRules {
  private final Specification rules;

  ChangedRules(Specification rules) {
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
  public String name() {
    return rules.name() + ", changed";
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    if (!updates(event.kind())) {
      return rules.mayHappen(operation, event, inFlight);
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

  @Override
  public boolean atIssue(Operation operation) {
    return rules.atIssue(operation);
  }

  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    return rules.mayReturn(operation, inFlight);
  }

  @Override
  public boolean wordByWord(Operation operation) {
    return rules.wordByWord(operation);
  }

  @Override
  public Parts parts(Operation operation) {
    return rules.parts(operation);
  }

  @Override
  public @Nullable String refusal(Operation operation, boolean strided) {
    return rules.refusal(operation, strided);
  }

  @Override
  public boolean fenceSeparates(Operation earlier, Operation later) {
    return rules.fenceSeparates(earlier, later);
  }

  @Override
  public boolean mayArrive(int agent, InFlight inFlight) {
    return rules.mayArrive(agent, inFlight);
  }

  @Override
  public boolean fenceReaches(Operation earlier, boolean onDevice) {
    return rules.fenceReaches(earlier, onDevice);
  }

  @Override
  public boolean quietCoversOthers() {
    return rules.quietCoversOthers();
  }

  @Override
  public boolean anyMemoryIsLocalSide() {
    return rules.anyMemoryIsLocalSide();
  }

  @Override
  public boolean signalFetchMayRunAhead() {
    return rules.signalFetchMayRunAhead();
  }
}
