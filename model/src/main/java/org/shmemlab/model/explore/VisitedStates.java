package org.shmemlab.model.explore;

import java.util.Arrays;

/**
 * The fingerprints seen so far and, for each, the state it was first reached from: an
 * open-addressing table of 64-bit keys and growing lists beside it. 24 bytes per state.
 */
final class VisitedStates {
  private static final int DEAD_END = 1 << 31; // beside a choice

  private long[] keys = new long[1 << 12]; // 0 is an empty place
  private int[] parents = new int[1 << 10];
  private int[] choices = new int[1 << 10];
  private int count;

  /** Number of states. */
  int count() {
    return count;
  }

  /**
   * Adds a state.
   *
   * @param choice which of the parent's steps led here
   * @return its number, or -1 if it was seen before
   */
  int add(long fingerprint, int parent, int choice) {
    long key = fingerprint == 0 ? 1 : fingerprint;
    int mask = keys.length - 1;
    int at = (int) (key ^ (key >>> 32)) & mask;
    while (keys[at] != 0) {
      if (keys[at] == key) {
        return -1;
      }
      at = (at + 1) & mask;
    }
    keys[at] = key;
    if (count == parents.length) {
      parents = Arrays.copyOf(parents, 2 * count);
      choices = Arrays.copyOf(choices, 2 * count);
    }
    parents[count] = parent;
    choices[count] = choice & ~DEAD_END; // the first state's is -1
    if (2 * ++count > keys.length) {
      grow();
    }
    return count - 1;
  }

  /** The state that one was first reached from, or -1 for the first state. */
  int parent(int state) {
    return parents[state];
  }

  /** Which of its parent's steps led to a state. */
  int choice(int state) {
    return choices[state] & ~DEAD_END;
  }

  /** Notes that nothing comes after a state. */
  void deadEnd(int state) {
    choices[state] |= DEAD_END;
  }

  /** Whether nothing comes after a state. */
  boolean isDeadEnd(int state) {
    return (choices[state] & DEAD_END) != 0;
  }

  /** The choices from the first state to this one. */
  int[] path(int state) {
    int length = 0;
    for (int s = state; parents[s] >= 0; s = parents[s]) {
      length++;
    }
    int[] path = new int[length];
    for (int s = state; parents[s] >= 0; s = parents[s]) {
      path[--length] = choice(s);
    }
    return path;
  }

  private void grow() {
    long[] old = keys;
    keys = new long[2 * old.length];
    int mask = keys.length - 1;
    for (long key : old) {
      if (key != 0) {
        int at = (int) (key ^ (key >>> 32)) & mask;
        while (keys[at] != 0) {
          at = (at + 1) & mask;
        }
        keys[at] = key;
      }
    }
  }
}
