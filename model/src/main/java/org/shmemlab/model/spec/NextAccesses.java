package org.shmemlab.model.spec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.Multimaps;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Holds the next accesses of agents. Where there are many, each is held against those to its own
 * object alone.
 */
final class NextAccesses {
  private static final int FEW = 32;

  private final List<Access> all;
  private final @Nullable ImmutableListMultimap<Access.Place, Access> byPlace;

  NextAccesses(List<Access> all) {
    this.all = all;
    this.byPlace = all.size() <= FEW ? null : Multimaps.index(all, Access::place);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Those that may access an object, in order. */
  List<Access> at(Access.Place place) {
    return byPlace == null ? all : byPlace.get(place);
  }

  /** The first two, of different agents, that conflict. */
  Optional<Conflict> conflict(Conflicts conflicts) {
    Optional<ImmutableList<Access>> first =
        byPlace == null
            ? conflict(all, conflicts)
            : byPlace.keySet().stream()
                .flatMap(place -> conflict(byPlace.get(place), conflicts).stream())
                .min(Comparator.comparingInt(pair -> all.indexOf(pair.get(0))));
    return first.map(pair -> Conflict.of(pair.get(0), pair.get(1)));
  }

  private static Optional<ImmutableList<Access>> conflict(List<Access> of, Conflicts conflicts) {
    for (int i = 0; i < of.size(); i++) {
      for (int j = i + 1; j < of.size(); j++) {
        Access a = of.get(i);
        Access b = of.get(j);
        if (a.agent() != b.agent() && conflicts.conflict(a, b)) {
          return Optional.of(ImmutableList.of(a, b));
        }
      }
    }
    return Optional.empty();
  }
}
