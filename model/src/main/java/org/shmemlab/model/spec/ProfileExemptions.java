package org.shmemlab.model.spec;

import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/** The exemptions of a profile (memory model, section 5, "Conflict"). */
public record ProfileExemptions(Specification rules) implements Exemptions {
  @Override
  public boolean exempt(Access a, Access b) {
    return oneFamily(a, b) || oneFamily(b, a);
  }

  @Override
  public boolean fenced(Pending earlier, Pending later) {
    return rules.updatesInOrder(
        earlier.operation(),
        later.operation(),
        later.issuedAfter().contains(earlier.number()),
        later.after().contains(earlier.number()));
  }

  // Atomics of threads are so to each other on the same bytes, where each is in the other's scope
  // (PTX ISA, "Morally strong operations": complete overlap, and each in the other's scope).
  private static boolean atomic(Access a, Access b) {
    return a.from() == b.from()
        && a.to() == b.to()
        && a.scope() != null
        && b.scope() != null
        && a.scope().meets(b.scope());
  }

  // A load of the whole word, whose scope holds the writer on another GPU or in the network.
  private boolean mayWatch(Access load, Access write) {
    return rules.profile().has(Switch.OWN_ATOMIC_POLLS_MAY_WATCH)
        && load.use() == Use.ATOMIC_LOAD
        && write.use().isWatchedWrite()
        && load.scope() != null
        && load.scope().reach() == ThreadScope.SYSTEM
        && load.from() == write.from()
        && load.to() == write.to();
  }

  private static boolean adds(Access signal) {
    SignalOperator operator = signal.operator();
    return operator != null && operator.adds();
  }

  // Asked in both orders.
  private boolean oneFamily(Access a, Access b) {
    return switch (a.use()) {
      case AMO, AMO_FETCH ->
          switch (b.use()) {
            case AMO, AMO_FETCH -> a.type() == b.type() && a.call() == b.call();
            case WAIT -> a.type() == b.type();
            case SIGNAL, SIGNAL_WAIT, SIGNAL_FETCH ->
                rules.profile().has(Switch.SIGNAL_OPERATORS_MIX);
            default -> false;
          };
      case SIGNAL ->
          switch (b.use()) {
            case SIGNAL -> adds(a) == adds(b) || rules.profile().has(Switch.SIGNAL_OPERATORS_MIX);
            case SIGNAL_WAIT, SIGNAL_FETCH -> true;
            case WAIT -> a.type() == b.type();
            default -> false;
          };
      case PUT_VALUE -> b.use() == Use.WAIT && rules.profile().has(Switch.P_IS_WAITABLE);
      case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE ->
          (b.use().isAtomicOfThread() && atomic(a, b)) || mayWatch(a, b);
      case LOCK, CONDITION -> a.use() == b.use();
      case WORK_ARRAY -> a.sharesWorkArray(b);
      case TURN, COUNT, ISSUE, PROGRESS, SETUP -> true;
      default -> false;
    };
  }
}
