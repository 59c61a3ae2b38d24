package org.shmemlab.model.schedule;

import java.util.Arrays;

/**
 * Finds agents that loop without effect: one whose registers return to an earlier value without a
 * visible change in between will spin for ever, until something changes.
 *
 * <p>The earlier value is kept for intervals that double (Brent's cycle detection).
 */
public final class SpinDetector {
  private static final int LONGS = 4;

  private long[] perAgent =
      new long[0]; // hash, changes, slices until the next checkpoint, interval
  private boolean[] spins = new boolean[0];
  private int spinning;
  private long changes = -1;

  /** Notes an agent's state at the end of a slice in which it did not block. */
  public void endOfTurn(int agent, long hash, long nowChanges) {
    if (nowChanges != changes) {
      changes = nowChanges;
      if (spinning > 0) {
        Arrays.fill(spins, false);
        spinning = 0;
      }
    }
    int at = agent * LONGS;
    if (at >= perAgent.length) {
      perAgent = Arrays.copyOf(perAgent, Math.max(at + LONGS, 2 * perAgent.length));
      spins = Arrays.copyOf(spins, perAgent.length / LONGS);
    }
    if (perAgent[at] == hash && perAgent[at + 1] == changes) {
      if (!spins[agent]) {
        spins[agent] = true;
        spinning++;
      }
    } else if (perAgent[at + 1] != changes || --perAgent[at + 2] <= 0) {
      perAgent[at + 3] = perAgent[at + 1] != changes ? 1 : 2 * perAgent[at + 3];
      perAgent[at] = hash;
      perAgent[at + 1] = changes;
      perAgent[at + 2] = perAgent[at + 3];
    }
  }

  /** Notes that an agent waits, is in a call or has ended: it no longer spins. */
  public void leaves(int agent) {
    if (agent < spins.length && spins[agent]) {
      spins[agent] = false;
      spinning--;
    }
  }

  /** Whether so many agents are all known to spin. */
  public boolean all(int ready, long nowChanges) {
    return nowChanges == changes && spinning > 0 && spinning >= ready;
  }
}
