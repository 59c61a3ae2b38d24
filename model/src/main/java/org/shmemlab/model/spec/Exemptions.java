package org.shmemlab.model.spec;

import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.step.Access;

/** Decides which accesses that overlap in memory and in time are exempt from being a conflict. */
public interface Exemptions {
  /** Whether both are in one family of accesses that are atomic to each other. */
  boolean exempt(Access a, Access b);

  /** Whether a fence keeps the updates of these two operations apart. */
  boolean fenced(Pending earlier, Pending later);

  /** Whether the later access may be exempt from a conflict that the earlier one has. */
  default boolean sparesOnly(Access later, Access earlier) {
    return false;
  }
}
