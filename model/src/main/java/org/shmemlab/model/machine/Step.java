package org.shmemlab.model.machine;

import org.shmemlab.model.operation.Event;

/** A step that others can notice. */
public sealed interface Step {
  /** The agent executes the instruction it stands at. */
  record OfAgent(int agent) implements Step {}

  /**
   * The agent's signal_fetch shows a signal that is still in flight, as a read that orders nothing
   * may.
   */
  record OfGlimpse(int agent, int operation) implements Step {}

  /** An event of an operation in flight happens. */
  record OfNetwork(Event event) implements Step {}
}
