package org.shmemlab.model.order;

import org.shmemlab.model.operation.Origin;

/** Which queue pairs an implementation takes. */
@FunctionalInterface
public interface Queues {
  /**
   * Whether one queue pair certainly takes two operations of one side to one PE.
   *
   * @param earlier who issued one of them
   * @param later who issued the other
   */
  boolean same(Origin earlier, Origin later);
}
