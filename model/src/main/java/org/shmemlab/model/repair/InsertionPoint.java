package org.shmemlab.model.repair;

/** Before or after a statement. */
record InsertionPoint(boolean after, Site site) {
  int function() {
    return site.function();
  }

  /** An instruction that is executed when, and only when, a call at this place is. */
  int index() {
    return after ? site.spots().get(0).end() - 1 : site.first();
  }
}
