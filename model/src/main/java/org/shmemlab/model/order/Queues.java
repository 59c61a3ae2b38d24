package org.shmemlab.model.order;

import org.shmemlab.model.operation.Origin;

/** Decides which queue pairs an implementation uses. */
@FunctionalInterface
public interface Queues {
  /**
   * Whether one queue pair certainly takes two operations of one side to one PE.
   *
   * @param earlier issuer of one of them
   * @param later issuer of the other
   */
  boolean same(Origin earlier, Origin later);
}
