package org.shmemlab.model.spec;

import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;

/**
 * The weakest machine that the documents allow: every event may be late, and only what section 4 of
 * the memory model names orders two of them.
 */
public record Specification(Profile profile) implements OrderingRules {
  @Override
  public String name() {
    return profile.name();
  }

  @Override
  public boolean atIssue(Operation operation) {
    return false;
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    if (!updates(event.kind())) {
      return true;
    }
    for (int i = 0; i < operation.behind().length(); i++) {
      if (inFlight.find(operation.behind().get(i)) != null) {
        return false;
      }
    }
    for (int i = 0; i < operation.after().length(); i++) {
      Pending earlier = inFlight.find(operation.after().get(i));
      if (earlier != null && fenceCovers(earlier.operation()) && !updated(earlier)) {
        return false;
      }
    }
    return true;
  }

  /** A thread's own stores to one word are visible in its order (PTX ISA, "Coherence"). */
  @Override
  public boolean issueOrders(Operation earlier, Operation later) {
    return earlier instanceof Operation.PeerStore first
        && later instanceof Operation.PeerStore second
        && first.overlaps(second);
  }

  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    if (operation.operation() instanceof Operation.Put put && !put.blocking()) {
      return true;
    }
    if (operation.operation() instanceof Operation.Get get && !get.blocking()) {
      return true;
    }
    if (operation.operation() instanceof Operation.Amo amo
        && (amo.fetch() != 0 || !profile.has(Switch.FETCHES_IN_PROGRAM_ORDER))) {
      return true; // a relaxed fetch is waited for where its value is used
    }
    return operation.locallyComplete();
  }

  @Override
  public boolean returnsByItself() {
    return true;
  }

  // A look at a word of an unfinished operation is a conflict, which ends the branch.
  @Override
  public boolean wordByWord(Operation operation) {
    return false;
  }

  @Override
  public boolean isQuiet(Caller caller, InFlight inFlight) {
    for (Pending operation : inFlight.pending()) {
      boolean covered =
          operation.knownBy().get(caller.agent())
              || (profile.has(Switch.QUIET_DRAINS_PE)
                  && operation.operation().origin().pe() == caller.pe()
                  && !(operation.operation() instanceof Operation.PeerStore));
      if (covered && operation.operation().origin().context() == caller.context()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean mayArrive(int agent, InFlight inFlight) {
    for (Pending operation : inFlight.pending()) {
      if (operation.operation() instanceof Operation.PeerStore && operation.knownBy().get(agent)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean fenceReaches(Operation earlier, boolean onDevice) {
    return earlier.origin().onDevice() == onDevice || profile.has(Switch.FENCE_COVERS_BOTH_SIDES);
  }

  @Override
  public boolean quietCoversOthers() {
    return profile.has(Switch.QUIET_DRAINS_PE);
  }

  @Override
  public boolean anyMemoryIsLocalSide() {
    return profile.has(Switch.ANY_LOCAL_SIDE);
  }

  @Override
  public boolean signalFetchMayRunAhead() {
    return !profile.has(Switch.SIGNAL_FETCH_SYNCHRONISES);
  }

  /** Whether a fence orders this earlier operation before later ones (section 4, "fence"). */
  public boolean fenceCovers(Operation earlier) {
    return switch (earlier) {
      case Operation.Put put -> put.blocking() || profile.has(Switch.FENCE_COVERS_NBI);
      case Operation.PutValue _, Operation.Amo _, Operation.SignalUpdate _, Operation.PeerStore _ ->
          true;
      case Operation.Get _, Operation.GetValue _ -> false;
    };
  }

  /** Whether the later operation's updates wait for the earlier one's. */
  boolean ordered(Pending earlier, Pending later) {
    return later.behind().contains(earlier.number())
        || (later.after().contains(earlier.number()) && fenceCovers(earlier.operation()));
  }

  private static boolean updates(Kind kind) {
    return kind == Kind.VISIBLE || kind == Kind.RMW || kind == Kind.SIGNAL_VISIBLE;
  }

  private static boolean updated(Pending operation) {
    for (Kind kind : operation.kinds()) {
      if (updates(kind) && !operation.allHappened(kind)) {
        return false;
      }
    }
    return true;
  }
}
