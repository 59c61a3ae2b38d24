package org.shmemlab.model.explore.stateless;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.Actor;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.Transition;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.step.Access;

/**
 * Explores source sets with sleep sets (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial
 * Order Reduction", POPL 2014, algorithm 1).
 */
public final class SourceSets implements PartialOrderReduction<SourceSets.SourceState> {
  private final Conflicts conflicts;

  /** Source sets by a relation of dependence. */
  public SourceSets(Conflicts conflicts) {
    this.conflicts = conflicts;
  }

  /** A state with its source set and its sleep set. */
  static final class SourceState extends PartialOrderReduction.State {
    private final Map<Transition, ImmutableList<Access>> asleep;
    private final Set<Transition> wanted = new LinkedHashSet<>();
    private final Set<Transition> done = new HashSet<>();
    private boolean closesCycle; // the subtree below the present step was cut at a cycle

    SourceState(
        long fingerprint,
        Map<Transition, ImmutableList<Access>> enabled,
        Map<Transition, ImmutableList<Access>> asleep,
        Transition first) {
      super(fingerprint, enabled, first);
      this.asleep = asleep;
      want(first.actor());
    }

    @Override
    Optional<Transition> next() {
      done.add(taken());
      if (!closesCycle) {
        asleep.put(taken(), accesses(taken()));
      }
      closesCycle = false;
      return wanted.stream()
          .filter(move -> !asleep.containsKey(move) && !done.contains(move))
          .findFirst();
    }

    ImmutableList<Access> accesses(Transition move) {
      return enabled.getOrDefault(move, ImmutableList.of());
    }

    // All enabled steps of an actor are taken together; false if it has none.
    boolean want(Actor actor) {
      return wanted.addAll(
          enabled.keySet().stream().filter(move -> move.actor().equals(actor)).toList());
    }

    @Override
    void exploreAll() {
      wanted.addAll(enabled.keySet());
    }

    @Override
    void cutAtCycle() {
      exploreAll();
      closesCycle = true;
    }
  }

  @Override
  public Optional<SourceState> state(
      long fingerprint,
      Map<Transition, ImmutableList<Access>> enabled,
      @Nullable SourceState before) {
    Map<Transition, ImmutableList<Access>> asleep =
        before == null ? new LinkedHashMap<>() : asleep(before);
    return enabled.keySet().stream()
        .filter(move -> !asleep.containsKey(move))
        .findFirst()
        .map(first -> new SourceState(fingerprint, enabled, asleep, first));
  }

  // The steps that need not be taken here, because they were taken before the last one.
  private Map<Transition, ImmutableList<Access>> asleep(SourceState before) {
    Map<Transition, ImmutableList<Access>> asleep = new LinkedHashMap<>();
    Transition taken = before.taken();
    before.asleep.forEach((move, touched) -> {
      ImmutableList<Access> now = before.enabled.getOrDefault(move, touched);
      if (!move.actor().equals(taken.actor())
          && conflicts.independent(now, before.accesses(taken))) {
        asleep.put(move, now);
      }
    });
    return asleep;
  }

  @Override
  public void reverse(ReversibleRace race, List<SourceState> states, List<ExecutionStep> steps) {
    ExecutionStep earlier = steps.get(race.earlier());
    if (earlier.depth() < 0) {
      return; // an unordered access of plain memory is a data race, reported in either order
    }
    Set<Actor> initials = new LinkedHashSet<>();
    List<ExecutionStep> others = new ArrayList<>();
    for (ExecutionStep later : steps.subList(race.earlier() + 1, steps.size())) {
      if (!earlier.isBefore(later.after())) {
        if (others.stream().noneMatch(other -> other.isBefore(later.after()))) {
          initials.add(later.move().actor());
        }
        others.add(later);
      }
    }
    if (others.stream().noneMatch(other -> other.isBefore(race.after()))) {
      initials.add(race.later());
    }
    SourceState state = states.get(earlier.depth());
    boolean asked = state.wanted.stream().anyMatch(move -> initials.contains(move.actor()));
    for (Actor initial : initials) {
      asked = asked || state.want(initial); // the first initial that is enabled there
    }
  }
}
