package org.shmemlab.reports;

import org.shmemlab.model.machine.BlockedAgents.Blocked;

/** Agents of a PE that wait for the same thing, as JSON shows them. */
record Waiting(int pe, String who, String file, int line, int column, String what) {
  static Waiting of(Blocked blocked) {
    return new Waiting(
        blocked.pe(),
        blocked.who(),
        blocked.line().file(),
        blocked.line().line(),
        blocked.line().column(),
        blocked.what());
  }
}
