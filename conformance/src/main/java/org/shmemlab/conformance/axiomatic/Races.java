package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.conformance.axiomatic.Graph.Window;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Conflicts (memory model, section 5) as pairs that happens-before leaves unordered.
 *
 * <p>Two accesses are ordered if one's window is closed before the other's opens, or, where both
 * are updates of targets, if a fence puts the one update before the other.
 */
final class Races {
  private final Profile profile;

  Races(Profile profile) {
    this.profile = profile;
  }

  /** Two windows that may not be open at once. */
  record Pair(Window first, Window second) {}

  /** The pairs of a graph that conflict unless something orders them. */
  ImmutableList<Pair> possible(Graph graph) {
    ImmutableList.Builder<Pair> pairs = ImmutableList.builder();
    List<Window> windows = graph.windows;
    for (int i = 0; i < windows.size(); i++) {
      for (int j = i + 1; j < windows.size(); j++) {
        Window a = windows.get(i);
        Window b = windows.get(j);
        if (a.operation() != b.operation()
            && a.word().overlaps(b.word())
            && (a.use().updates() || b.use().updates())
            && !exempt(a, b)
            && !exempt(b, a)) {
          pairs.add(new Pair(a, b));
        }
      }
    }
    return pairs.build();
  }

  /**
   * Whether nothing orders the two.
   *
   * @param fenced preserved order alone: the order of two updates by a fence, for every reader
   */
  static boolean unordered(Pair pair, Relation fenced, Relation happensBefore) {
    return !precedes(pair.first(), pair.second(), fenced, happensBefore)
        && !precedes(pair.second(), pair.first(), fenced, happensBefore);
  }

  private static boolean precedes(Window a, Window b, Relation fenced, Relation happensBefore) {
    if (a.close() < 0) {
      return false;
    }
    return a.close() == b.open()
        || happensBefore.has(a.close(), b.open())
        || (a.use().target()
            && b.use().target()
            && b.close() >= 0
            && fenced.has(a.close(), b.close()));
  }

  /** The families of section 5 that are atomic to each other; asked in both orders. */
  private boolean exempt(Window a, Window b) {
    Use first = a.use();
    Use second = b.use();
    boolean sameType = a.type() == b.type();
    if (first.amo() && (second.amo() || second == Use.WAIT)) {
      return sameType;
    }
    if (first.amo() && (second.signalUpdate() || second.signalLook())) {
      return profile.has(Switch.SIGNAL_OPERATORS_MIX);
    }
    if (first.signalUpdate() && second.signalUpdate()) {
      return first == second || profile.has(Switch.SIGNAL_OPERATORS_MIX);
    }
    if (first.signalUpdate() && second == Use.WAIT) {
      return sameType;
    }
    if (first == Use.PUT_VALUE && second == Use.WAIT) {
      return profile.has(Switch.P_IS_WAITABLE);
    }
    return first.signalUpdate() && second.signalLook();
  }
}
