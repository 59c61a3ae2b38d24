package org.shmemlab.model.spec;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * Finds two accesses that may access the same bytes at the same time (memory model, section 5,
 * "Conflict"): windows of operations in flight against each other, against the next accesses of
 * agents, and the next accesses of two agents of a PE against each other.
 */
public final class Conflicts {
  private final Profile profile;
  private final Specification rules;
  private final Exemptions exemptions;

  /**
   * Two accesses that conflict; the first one was issued first where that can be said, as for an
   * operation in flight. Of the next accesses of two agents themselves, neither comes first, and
   * the two stand as in the source.
   */
  public record Conflict(Access first, Access second) {
    /** The conflict of two accesses, in whichever order they were met. */
    public static Conflict of(Access one, Access other) {
      boolean ofAgents = one.operation() < 0 && other.operation() < 0;
      return ofAgents && one.line().compareTo(other.line()) > 0
          ? new Conflict(other, one)
          : new Conflict(one, other);
    }
  }

  /** Conflicts under a profile's rules. */
  public Conflicts(Specification rules) {
    this(rules, new ProfileExemptions(rules));
  }

  /** Those of rules by which atomics are weak, whose searches always look for them. */
  public static Optional<Conflicts> ofWeakAtomics(OrderingRules rules) {
    return rules instanceof Specification weak && weak.weakAtomics()
        ? Optional.of(new Conflicts(weak))
        : Optional.empty();
  }

  /** Conflicts where other pairs are exempt than the profile says. */
  public Conflicts(Specification rules, Exemptions exemptions) {
    this.rules = rules;
    this.exemptions = exemptions;
    this.profile = rules.profile();
  }

  /** The rules whose conflicts these are. */
  public Specification rules() {
    return rules;
  }

  /**
   * The first conflict of a settled machine.
   *
   * @param since operations of this number and later are new in this state; older pairs were looked
   *     at before
   */
  public Optional<Conflict> find(Machine machine, Steps steps, int since) {
    InFlight flight = machine.inFlight();
    NextAccesses nextAccesses = new NextAccesses(steps.nextAccesses());
    for (Pending pending : flight.pending()) {
      if (nextAccesses.isEmpty() && pending.number() < since) {
        continue;
      }
      List<Access> open = steps.open(pending);
      for (Access window : open) {
        for (Access next : nextAccesses.at(window.place())) {
          if (conflict(window, next) && !isOwn(pending, next)) {
            return Optional.of(Conflict.of(window, next));
          }
        }
      }
      if (pending.number() >= since) {
        Optional<Conflict> found = againstEarlier(steps, flight, pending, open);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return nextAccesses.conflict(this);
  }

  private Optional<Conflict> againstEarlier(
      Steps steps, InFlight flight, Pending later, List<Access> open) {
    for (Pending earlier : flight.pending()) {
      if (earlier.number() >= later.number()) {
        break;
      }
      boolean fenced = exemptions.fenced(earlier, later);
      for (Access a : steps.open(earlier)) {
        for (Access b : open) {
          boolean ordered = fenced && a.use().ofTarget() && b.use().ofTarget();
          if (!ordered && conflict(a, b)) {
            return Optional.of(Conflict.of(a, b));
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether an access follows a store to a peer in its own thread, or in one that CUDA has ordered
   * after it: such accesses to one address keep their order (PTX ISA, "Coherence").
   */
  private static boolean isOwn(Pending pending, Access next) {
    return pending.operation() instanceof Operation.PeerStore
        && next.operation() < 0
        && next.use().isOfThread()
        && pending.issuedBefore().get(next.agent());
  }

  /** Whether two unordered accesses must not share bytes. */
  public boolean conflict(Access a, Access b) {
    return (a.use().updates() || b.use().updates()) && a.overlaps(b) && !exemptions.exempt(a, b);
  }

  /** Whether all accesses of a step are {@link #isPlain}. */
  public boolean arePlain(List<Access> touched) {
    for (int i = 0; i < touched.size(); i++) { // asked too often for a stream each time
      if (!isPlain(touched.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether every access that shares bytes with it must be ordered with it: unlike atomics, signals
   * and waits for them.
   */
  public boolean isPlain(Access access) {
    return switch (access.use()) {
      case LOAD,
          STORE,
          BULK_SOURCE,
          BULK_DESTINATION,
          PUT,
          SOURCE,
          GET,
          DESTINATION,
          COLLECTIVE_SOURCE,
          COLLECTIVE_DESTINATION,
          WORK_ARRAY,
          KEPT_WORK_ARRAY,
          FREE,
          ARRIVAL ->
          true;
      case PUT_VALUE -> !profile.has(Switch.P_IS_WAITABLE);
      case ATOMIC_LOAD,
          ATOMIC_STORE,
          ATOMIC_UPDATE,
          LOCK,
          CONDITION,
          WAIT,
          SIGNAL_WAIT,
          SIGNAL_FETCH,
          AMO,
          AMO_FETCH,
          SIGNAL,
          TURN,
          COUNT,
          ISSUE,
          DRAIN,
          PROGRESS,
          QUERY,
          INQUIRY,
          SETUP,
          EXIT ->
          false;
    };
  }

  /** Whether two accesses are dependent. */
  public boolean depend(Access a, Access b) {
    return (a.use().updates() || b.use().updates())
        && a.overlaps(b)
        && (!commute(a, b) || conflict(a, b));
  }

  /** Whether no access of one step is dependent with one of the other. */
  public boolean independent(List<Access> one, List<Access> other) {
    for (Access a : one) {
      for (Access b : other) {
        if (depend(a, b)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether every access that depends on an earlier access of the same bytes, or is in conflict
   * with it, depends on a later one or is in conflict with that, too.
   */
  public boolean standsFor(Access later, Access earlier) {
    if (exemptions.sparesOnly(later, earlier)) {
      return false;
    }
    boolean alike =
        later.use() == earlier.use()
            && later.merging() == earlier.merging()
            && later.operator() == earlier.operator()
            && later.type() == earlier.type()
            && later.call() == earlier.call()
            && Objects.equals(later.scope(), earlier.scope());
    return alike || (standsForAll(later) && (later.use().updates() || !earlier.use().updates()));
  }

  private boolean standsForAll(Access later) {
    return switch (later.use()) {
      case WORK_ARRAY, KEPT_WORK_ARRAY -> false;
      default -> isPlain(later);
    };
  }

  private static boolean commute(Access a, Access b) {
    return switch (a.use()) {
      case ISSUE -> b.use() == Use.ISSUE;
      case WORK_ARRAY, KEPT_WORK_ARRAY -> a.sharesWorkArray(b);
      case PROGRESS -> b.use() == Use.PROGRESS;
      case COUNT -> b.use() == Use.COUNT && a.sharesPhase(b);
      case SIGNAL -> b.use() == Use.SIGNAL && isAdd(a) && isAdd(b);
      case AMO, ATOMIC_UPDATE ->
          a.use() == b.use()
              && a.from() == b.from()
              && a.merging() != null
              && a.merging() == b.merging()
              && a.type() == b.type();
      default -> false;
    };
  }

  private static boolean isAdd(Access signal) {
    SignalOperator operator = signal.operator();
    return operator != null && operator.adds();
  }
}
