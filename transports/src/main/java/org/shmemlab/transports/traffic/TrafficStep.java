package org.shmemlab.transports.traffic;

import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.parameters.TransferKind;

/** Describes one step of an agent. */
public sealed interface TrafficStep {
  /** No slot: no agent waits for the message as such. */
  int NOBODY = -1;

  /**
   * A call that moves bytes to or from another PE, and goes on as soon as it is posted; one that
   * fetches an old value goes on when it has it.
   *
   * @param slot the counter of the target that goes up by one when the message is visible there, or
   *     {@link #NOBODY}
   */
  record Send(TransferKind kind, int target, long bytes, CallScope scope, int slot)
      implements TrafficStep {}

  /** A put of a block's threads that raises a counter of its target. */
  static TrafficStep putSignal(int target, long bytes, int slot) {
    return new Send(TransferKind.PUT_SIGNAL, target, bytes, CallScope.BLOCK, slot);
  }

  /** Waits until a counter of the agent's own PE has reached a value. */
  record Await(int slot, int count) implements TrafficStep {}

  /** Waits until everything that the agent has sent is complete. */
  record Quiet() implements TrafficStep {}

  /** Waits until all agents of the PE are here. */
  record Meet() implements TrafficStep {}

  /** Computes for some time, picoseconds. */
  record Compute(long picoseconds) implements TrafficStep {}

  /** Raises a counter of the agent's own PE by one, which costs nothing. */
  record Raise(int slot) implements TrafficStep {}

  /** Waits until some time, picoseconds from the start. */
  record Until(long picoseconds) implements TrafficStep {}

  /** Waits until a unit of the PE is free, first come, first served, and has it to itself. */
  record Take(int unit) implements TrafficStep {}

  /** Lets the next one have a unit. */
  record Give(int unit) implements TrafficStep {}

  /**
   * Takes part in a collective: the n-th one of each PE is the same. When all PEs have come, it
   * takes as long as on an idle fleet, and does not share links with other traffic.
   *
   * @param bytes as {@link MeetingKind} counts them
   */
  record Collective(MeetingKind kind, long bytes) implements TrafficStep {}

  /** The one of its kind. */
  Quiet QUIET = new Quiet();

  /** The one of its kind. */
  Meet MEET = new Meet();
}
