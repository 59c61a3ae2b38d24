package org.shmemlab.transports.traffic;

import org.shmemlab.model.program.Scope;
import org.shmemlab.transports.cost.Kind;

/** What an agent does next. */
public sealed interface Step {
  /** No slot: nobody waits for the message as such. */
  int NOBODY = -1;

  /**
   * A call that moves bytes to or from another PE, and goes on as soon as it is posted; one that
   * fetches an old value goes on when it has it.
   *
   * @param slot the counter of the target that goes up by one when the message is visible there, or
   *     {@link #NOBODY}
   */
  record Send(Kind kind, int target, long bytes, Scope scope, int slot) implements Step {}

  /** A put of a block's threads that raises a counter of its target. */
  static Step putSignal(int target, long bytes, int slot) {
    return new Send(Kind.PUT_SIGNAL, target, bytes, Scope.BLOCK, slot);
  }

  /** Waits until a counter of the agent's own PE has reached a value. */
  record Await(int slot, int count) implements Step {}

  /** Waits until everything that the agent has sent is complete. */
  record Quiet() implements Step {}

  /** Waits until all agents of the PE are here. */
  record Meet() implements Step {}

  /** Computes for some time, picoseconds. */
  record Compute(long picoseconds) implements Step {}

  /** The one of its kind. */
  Quiet QUIET = new Quiet();

  /** The one of its kind. */
  Meet MEET = new Meet();
}
