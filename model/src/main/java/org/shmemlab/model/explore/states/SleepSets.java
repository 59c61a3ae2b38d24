package org.shmemlab.model.explore.states;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the sleep sets of the states of a breadth-first search: the steps that need not be taken,
 * because they were taken before the step that led there and the two are independent (Godefroid,
 * "Partial-Order Methods for the Verification of Concurrent Systems", 1996, chapter 5; here with
 * states that are kept).
 *
 * <p>No state is lost, and none is found later or on another path. Take the shortest paths to a
 * state, and of these the first in the order of the choices along them, which is the one that the
 * search without sleep sets finds. Were a step t of it asleep where it is to be taken, then on this
 * path, some steps before, t was possible and came earlier in the order than the step that the path
 * takes there, and t commutes with everything from there on; with t moved there the path leads to
 * the same state, is as long, and comes earlier in the order: a contradiction. It is enough to have
 * this for paths on which every state has the smallest distance, so a state's sleep set is the
 * intersection over all paths of this length that reach it, and later paths to it change nothing.
 *
 * <p>The moved path must not end on the way, in a conflict or a failure. {@link Expansion} ensures
 * it: only a step after which the search continues falls asleep, and of it and another step, one
 * must enable no agent for it to stay asleep. Then all accesses that are open or next together
 * after both were so after one of them already.
 */
final class SleepSets {
  private int first; // number of the first state of the level
  private @Nullable ImmutableLongArray[] sets = new ImmutableLongArray[64];

  /** Begins a level whose states have this number and higher ones. */
  void begin(int state) {
    Arrays.fill(sets, null);
    first = state;
  }

  /** Notes the sleep set of a state on a path to it, by names of steps. */
  void add(int state, ImmutableLongArray asleep) {
    int at = state - first;
    if (at < 0) {
      return; // there is a shorter path
    }
    if (at >= sets.length) {
      sets = Arrays.copyOf(sets, Math.max(at + 1, sets.length + sets.length / 2));
    }
    ImmutableLongArray before = sets[at];
    sets[at] = before == null ? asleep : common(before, asleep);
  }

  /** The sleep set of a state of the level. */
  ImmutableLongArray of(int state) {
    int at = state - first;
    ImmutableLongArray set = at >= 0 && at < sets.length ? sets[at] : null;
    return set == null ? ImmutableLongArray.of() : set;
  }

  private static ImmutableLongArray common(ImmutableLongArray a, ImmutableLongArray b) {
    if (a.isEmpty() || b.isEmpty()) {
      return ImmutableLongArray.of();
    }
    ImmutableLongArray.Builder both = ImmutableLongArray.builder(a.length());
    for (int i = 0; i < a.length(); i++) {
      if (b.contains(a.get(i))) {
        both.add(a.get(i));
      }
    }
    return both.build();
  }
}
