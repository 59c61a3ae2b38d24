package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Finds the steps that accesses of one execution depend on, by the clocks of earlier accesses, and
 * the first data race (memory model, section 4).
 */
public final class RaceDetector {
  private final Conflicts conflicts;
  private final AccessHistory history = new AccessHistory();
  private final @Nullable Consumer<Race> each; // race, however often; null for the first alone
  private @Nullable Race race; // the first

  /**
   * One access, the clock at which its window opened, the clocks that an atomic of CUDA releases,
   * and the stores to peers that precede it in its thread.
   */
  record Touch(
      Access access,
      CausalPast opened,
      ReleaseClocks released,
      ImmutableSet<Integer> earlierStores) {}

  /**
   * The steps that a step depends on.
   *
   * @param all every step that happens-before it
   * @param memory those of them that memory is in order with
   * @param immediatePredecessors the earlier steps with no other in between, latest first
   */
  public record Dependence(Clock all, Clock memory, ImmutableIntArray immediatePredecessors) {}

  /** Before the first access. */
  public RaceDetector(Conflicts conflicts) {
    this(conflicts, null);
  }

  /** The same for a consumer of every race, each time that two accesses meet in it. */
  RaceDetector(Conflicts conflicts, @Nullable Consumer<Race> each) {
    this.conflicts = conflicts;
    this.each = each;
  }

  /**
   * A copy.
   *
   * @param needed which accesses a later one may still be in conflict with
   */
  public RaceDetector(RaceDetector other, Predicate<Past> needed) {
    this.conflicts = other.conflicts;
    this.each = other.each;
    this.race = other.race;
    other.history.forEach(past -> {
      if (needed.test(past)) {
        history.add(past, _ -> false);
      }
    });
  }

  /** The first two accesses that nothing orders. */
  public Optional<Race> race() {
    return Optional.ofNullable(race);
  }

  /** The accesses that a later one may be in conflict with. */
  AccessHistory history() {
    return history;
  }

  /**
   * Finds the dependences of accesses that one thread makes at once.
   *
   * @param before the clock of the thread
   * @param index of the step that does them, or would
   */
  public Dependence meet(List<Touch> touches, int thread, CausalPast before, int index) {
    List<ExecutionStep> dependent = new ArrayList<>(0);
    List<ExecutionStep> ordering = new ArrayList<>(0);
    for (Touch touch : touches) {
      boolean bulk = touch.access().use().isOfBulkCopy();
      history.forEachNear(
          touch.access(),
          past -> {
            boolean own = past.by().thread() == thread;
            boolean mayMatter = !own || bulk;
            if (!mayMatter || !conflicts.depend(past.access(), touch.access())) {
              return;
            }
            if ((race == null || each != null)
                && ((!own && isConflict(past, touch, before)) || lacksProxyFence(past, touch))) {
              found(
                  new Race(
                      Conflict.of(past.access(), touch.access()),
                      new Race.Side(past.opened().steps(), past.by().thread(), past.by().index()),
                      new Race.Side(touch.opened().steps(), thread, index)));
            }
            if (!own) {
              dependent.add(past.by());
              if (ordersMemory(touch.access()) && !inOneThread(past, touch)) {
                ordering.add(past.by());
              }
            }
          });
    }
    if (dependent.isEmpty()) {
      return new Dependence(before.steps(), before.memory(), ImmutableIntArray.of());
    }
    dependent.sort(Comparator.comparingInt(ExecutionStep::index).reversed());
    ImmutableIntArray.Builder immediate = ImmutableIntArray.builder();
    Clock all = before.steps();
    for (ExecutionStep earlier : dependent) {
      if (!earlier.isBefore(all)) {
        immediate.add(earlier.index());
        all = all.join(earlier.after()).with(earlier.thread(), earlier.time());
      }
    }
    Clock memory = before.memory();
    for (ExecutionStep earlier : ordering) {
      if (!earlier.isBefore(memory)) {
        memory = memory.join(earlier.memory()).with(earlier.thread(), earlier.time());
      }
    }
    return new Dependence(all, memory, immediate.build());
  }

  private void found(Race another) {
    if (race == null) {
      race = another;
    }
    if (each != null) {
      each.accept(another);
    }
  }

  /**
   * Two accesses are about to happen in this state.
   *
   * @param next the clock of the agent that would make one of them next
   */
  public void meet(Access one, Access other, Function<Access, Race.Side> next) {
    if (race == null && one.agent() != other.agent() && conflicts.conflict(one, other)) {
      race = new Race(Conflict.of(one, other), next.apply(one), next.apply(other));
    }
  }

  /** Adds the accesses of a step. */
  public void add(ImmutableList<Touch> touches, ExecutionStep step) {
    for (Touch touch : touches) {
      history.add(
          new Past(touch.access(), touch.opened(), touch.released(), touch.earlierStores(), step),
          past -> isSuperfluous(past, touch.access(), step));
    }
  }

  /**
   * Whether every other update of a word happens-before an agent's next step.
   *
   * @param known every step that happens-before that one
   */
  public boolean isOnlyUpdate(int step, Access word, Clock known) {
    boolean[] only = {true};
    history.forEachNear(
        word,
        past -> {
          boolean updates = past.access().use().updates() && past.access().overlaps(word);
          only[0] &= !updates || past.by().index() == step || past.by().isBefore(known);
        });
    return only[0];
  }

  /**
   * The last atomic store of CUDA, or write of a word by p, that an access may show, and the
   * updates of it.
   */
  public List<Past> shownTo(Access access) {
    List<Past> shown = new ArrayList<>();
    history.forEachNear(
        access,
        past -> {
          Access.Use use = past.access().use();
          boolean stores = use == Access.Use.ATOMIC_STORE || use == Access.Use.PUT_VALUE;
          boolean updates = use == Access.Use.ATOMIC_UPDATE || use.isWatchedWrite();
          if (stores && past.access().overlaps(access)) {
            shown.clear();
          }
          if ((stores || updates) && conflicts.depend(past.access(), access)) {
            shown.add(past);
          }
        });
    return shown;
  }

  // Every step that may depend on the past access depends on the new one, which follows it.
  private boolean isSuperfluous(Past past, Access access, ExecutionStep step) {
    boolean within = past.access().from() >= access.from() && past.access().to() <= access.to();
    boolean same = past.by().thread() == step.thread() && past.access().use() == access.use();
    return within
        && conflicts.standsFor(access, past.access())
        && (same
            || (access.use().updates()
                && conflicts.isPlain(access)
                && past.by().isBefore(step.memory())));
  }

  // Atomics of CUDA are relaxed, and arrivals and setup concern no memory. The
  // order by a mutex is reported when an agent acquires it: a test of one that is held has no edge.
  private static boolean ordersMemory(Access access) {
    return access.use().touchesMemory()
        && !access.use().isAtomicOfThread()
        && access.use() != Access.Use.LOCK;
  }

  private boolean isConflict(Past past, Touch touch, CausalPast before) {
    if (!conflicts.conflict(past.access(), touch.access())
        || past.by().isBefore(touch.opened().memory())
        || inOneThread(past, touch)) {
      return false;
    }
    boolean targets = past.access().use().ofTarget() && touch.access().use().ofTarget();
    return !(targets && past.by().isBefore(before.memory()));
  }

  // An edge between threads orders none of their writes before the proxy of a bulk copy (PTX ISA,
  // "Causality Order", "Proxy-preserved base causality order").
  private boolean lacksProxyFence(Past past, Touch touch) {
    return touch.access().use().isOfBulkCopy()
        && past.isWriteOfThread()
        && conflicts.conflict(past.access(), touch.access())
        && !past.isBeforeProxyFence(touch.opened().memory())
        && !touch.earlierStores().contains(past.access().operation());
  }

  // A thread's own accesses to one address keep their order, those to a peer too. Which of its
  // loads there precede the visibility of its store is unknown to every agent.
  private static boolean inOneThread(Past past, Touch touch) {
    boolean direct = past.access().use().isOfThread() && touch.access().use().isOfThread();
    return direct
        && (touch.earlierStores().contains(past.access().operation())
            || past.earlierStores().contains(touch.access().operation()));
  }
}
