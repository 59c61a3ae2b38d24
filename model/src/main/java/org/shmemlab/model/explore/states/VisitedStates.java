package org.shmemlab.model.explore.states;

import java.util.Arrays;

/**
 * Stores the fingerprints of visited states and, for each, the state it was first reached from:
 * growing lists, and an open-addressing table of numbers.
 */
final class VisitedStates {
  private static final int DEAD_END = 1 << 31; // in place of a choice
  private static final int NO_STATE = 1 << 30; // in place of a choice

  private long[] fingerprints = new long[1 << 10];
  private int[] parents = new int[1 << 10];
  private int[] choices = new int[1 << 10];
  private int[] table = new int[1 << 11]; // number + 1; 0 is an empty place
  private int count;

  /** Number of states. */
  int count() {
    return count;
  }

  /** The number of the state with this fingerprint, or -1 if it was not seen. */
  int find(long fingerprint) {
    return table[place(fingerprint)] - 1;
  }

  /**
   * Adds a state that was not seen.
   *
   * @param choice which of the parent's steps led here
   * @return its number
   */
  int add(long fingerprint, int parent, int choice) {
    if (count == parents.length) {
      int length = count + Math.max(count / 2, 1); // doubling would leave too much unused
      fingerprints = Arrays.copyOf(fingerprints, length);
      parents = Arrays.copyOf(parents, length);
      choices = Arrays.copyOf(choices, length);
    }
    fingerprints[count] = fingerprint;
    parents[count] = parent;
    choices[count] = choice & ~(DEAD_END | NO_STATE); // the first state's is -1
    table[place(fingerprint)] = ++count;
    if (2L * count > table.length) {
      table = new int[2 * table.length];
      for (int state = 0; state < count; state++) {
        table[place(fingerprints[state])] = state + 1;
      }
    }
    return count - 1;
  }

  /**
   * Adds the end of a schedule that need not lead to a state of its own; it has no successors.
   *
   * @return its number
   */
  int addEnd(int parent, int choice) {
    int number = add(-1L - count, parent, choice); // most likely no state's fingerprint
    choices[number] |= DEAD_END | NO_STATE;
    return number;
  }

  private int place(long fingerprint) {
    int mask = table.length - 1;
    int at = (int) (fingerprint ^ (fingerprint >>> 32)) & mask;
    while (table[at] != 0 && fingerprints[table[at] - 1] != fingerprint) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** The state that one was first reached from, or -1 for the first state. */
  int parent(int state) {
    return parents[state];
  }

  /** Which of its parent's steps led to a state. */
  int choice(int state) {
    return choices[state] & ~(DEAD_END | NO_STATE);
  }

  /** Marks a state as one without successors. */
  void deadEnd(int state) {
    choices[state] |= DEAD_END;
  }

  /** Whether a state has no successors. */
  boolean isDeadEnd(int state) {
    return (choices[state] & DEAD_END) != 0;
  }

  /** Whether a number is that of a state, which a step of its parent leads to. */
  boolean isState(int number) {
    return (choices[number] & NO_STATE) == 0;
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
}
