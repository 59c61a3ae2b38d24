package org.shmemlab.model.explore.states;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the groups of states that all lead to each other, and to no state outside: every infinite
 * fair execution reaches one of them and stays there.
 *
 * <p>They are the strongly connected components without a way out (R. Tarjan, "Depth-First Search
 * and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972), found without recursion.
 */
final class BottomComponents {
  private final int[] firstStep;
  private final int[] targets;
  private final int[] order; // in which states were first met, from 1; 0 for those that were not
  private final int[] lowest; // of those in an open group that a state leads back to
  private final int[] nextStep; // of each state on the way
  private final int[] way; // from the state where the search began
  private final int[] open; // states of groups that are not known as a whole yet
  private final BitSet isOpen = new BitSet();
  private final BitSet leaves = new BitSet(); // states with a step out of their group
  private final ImmutableList.Builder<Integer> nearest = ImmutableList.builder();
  private int met;
  private int opened;

  private BottomComponents(int count, int[] firstStep, int[] targets) {
    this.firstStep = firstStep;
    this.targets = targets;
    this.order = new int[count];
    this.lowest = new int[count];
    this.nextStep = Arrays.copyOf(firstStep, count);
    this.way = new int[count];
    this.open = new int[count];
  }

  /**
   * The state of each group that has the lowest number.
   *
   * @param states states to search; each has a step, and their steps lead to each other
   * @param firstStep of each state, where the numbers of those that it leads to begin; they end
   *     where those of the next begin
   */
  static ImmutableList<Integer> nearest(BitSet states, int[] firstStep, int[] targets) {
    BottomComponents groups = new BottomComponents(states.length(), firstStep, targets);
    states.stream().filter(state -> groups.order[state] == 0).forEach(groups::searchFrom);
    return groups.nearest.build();
  }

  private void searchFrom(int from) {
    int depth = 0;
    meet(from);
    way[0] = from;
    while (depth >= 0) {
      int state = way[depth];
      if (nextStep[state] < firstStep[state + 1]) {
        int target = targets[nextStep[state]++];
        if (order[target] == 0) {
          meet(target);
          way[++depth] = target;
        } else {
          lead(state, target);
        }
      } else {
        if (lowest[state] == order[state]) {
          close(state);
        }
        depth--;
        if (depth >= 0) {
          lead(way[depth], state);
        }
      }
    }
  }

  private void meet(int state) {
    order[state] = ++met;
    lowest[state] = met;
    open[opened++] = state;
    isOpen.set(state);
  }

  // A step to a state that has been met, and all that it leads to, too, if it is no longer open.
  private void lead(int state, int target) {
    if (isOpen.get(target)) {
      lowest[state] = Math.min(lowest[state], lowest[target]);
    } else {
      leaves.set(state);
    }
  }

  private void close(int first) {
    int lowestNumber = first;
    boolean closed = true;
    int state;
    do {
      state = open[--opened];
      isOpen.clear(state);
      closed &= !leaves.get(state);
      lowestNumber = Math.min(lowestNumber, state);
    } while (state != first);
    if (closed) {
      nearest.add(lowestNumber);
    }
  }
}
