package org.shmemlab.model.machine;

import org.shmemlab.model.operation.Event;

/** A step that others can notice. */
public sealed interface Step {
  /** The agent executes the instruction it stands at. */
  record OfAgent(int agent) implements Step {}

  /** An event of an operation in flight happens. */
  record OfNetwork(Event event) implements Step {}
}
