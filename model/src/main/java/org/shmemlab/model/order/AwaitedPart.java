package org.shmemlab.model.order;

/** Says which part of an operation a later call waits for. */
public enum AwaitedPart {
  /** None: the operation may be in flight when the call returns. */
  NOTHING,
  /** The reading of its source alone. */
  SOURCE,
  /** More: the call returns after all that has happened of it. */
  ALL
}
