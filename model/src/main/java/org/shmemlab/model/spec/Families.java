package org.shmemlab.model.spec;

import org.shmemlab.model.machine.Access;
import org.shmemlab.model.machine.Access.Use;
import org.shmemlab.model.operation.Pending;

/** The exemptions of a profile (memory model, section 5, "Conflict"). */
public record Families(Specification rules) implements Exemptions {
  @Override
  public boolean exempt(Access a, Access b) {
    return oneFamily(a, b) || oneFamily(b, a);
  }

  @Override
  public boolean fenced(Pending earlier, Pending later) {
    return rules.ordered(earlier, later);
  }

  // Asked in both orders.
  private boolean oneFamily(Access a, Access b) {
    return switch (a.use()) {
      case AMO, AMO_FETCH ->
          switch (b.use()) {
            case AMO, AMO_FETCH, WAIT -> a.type() == b.type();
            case SIGNAL, SIGNAL_WAIT, SIGNAL_FETCH ->
                rules.profile().has(Switch.SIGNAL_OPERATORS_MIX);
            default -> false;
          };
      case SIGNAL ->
          switch (b.use()) {
            case SIGNAL ->
                a.operator() == b.operator() || rules.profile().has(Switch.SIGNAL_OPERATORS_MIX);
            case SIGNAL_WAIT, SIGNAL_FETCH -> true;
            case WAIT -> a.type() == b.type();
            default -> false;
          };
      case PUT_VALUE -> b.use() == Use.WAIT && rules.profile().has(Switch.P_IS_WAITABLE);
      case DEVICE_ATOMIC -> b.use() == Use.DEVICE_ATOMIC;
      case LOCK -> b.use() == Use.LOCK;
      case TURN, ISSUE, PROGRESS -> true;
      default -> false;
    };
  }
}
