package org.shmemlab.conformance.axiomatic;

/** Names the use of a word by an access: the families that the consistency rules distinguish. */
enum Use {
  LOAD(false, false),
  STORE(true, false),
  WAIT(false, false),
  SIGNAL_WAIT(false, false),
  SIGNAL_FETCH(false, false),
  /** put's target, of any size but p's. */
  PUT(true, true),
  /** p's target. */
  PUT_VALUE(true, true),
  PUT_SOURCE(false, false),
  GET_SOURCE(false, false),
  GET_DESTINATION(true, false),
  AMO(true, true),
  AMO_FETCH(false, true),
  SIGNAL_SET(true, true),
  SIGNAL_ADD(true, true),
  /** A store through a mapped pointer. */
  PEER_STORE(true, true),
  COLLECTIVE_SOURCE(false, false),
  COLLECTIVE_DESTINATION(true, false);

  private final boolean updates;
  private final boolean target;

  Use(boolean updates, boolean target) {
    this.updates = updates;
    this.target = target;
  }

  boolean updates() {
    return updates;
  }

  /** Whether fences decide when it happens. */
  boolean target() {
    return target;
  }

  boolean amo() {
    return this == AMO || this == AMO_FETCH;
  }

  boolean signalUpdate() {
    return this == SIGNAL_SET || this == SIGNAL_ADD;
  }

  boolean signalLook() {
    return this == SIGNAL_WAIT || this == SIGNAL_FETCH;
  }
}
