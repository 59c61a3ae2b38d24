package org.shmemlab.model.explore.execution;

import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.RaceDetails;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.LineExecutions;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Runs the schedule of a data race again, up to the state in which both accesses are possible next,
 * and says in which iterations they are and which values they leave open.
 */
public final class RaceReplay {
  private final Machine machine; // in that state
  private final Conflict conflict;
  private final long from;
  private final ScalarType word;

  private RaceReplay(Machine machine, Conflict conflict) {
    this.machine = machine;
    this.conflict = conflict;
    this.from = Math.max(conflict.first().from(), conflict.second().from());
    this.word = word(Math.min(conflict.first().to(), conflict.second().to()) - from, from);
  }

  /** The finding with its details, where it is a data race whose schedule ends in such a state. */
  public static Finding of(Finding finding, Machine start, Conflicts conflicts) {
    // A machine that carries happens-before has that for its listener.
    if (!(finding instanceof Finding.DataRace race) || start.handsOverWithoutOrder()) {
      return finding;
    }
    Machine own = start.fork();
    LineExecutions executions = new LineExecutions(own);
    Walk walk = new Walk(Optional.empty(), own, () -> false);
    walk.takeWhilePossible(race.witness().choices());
    return conflicts
        .find(own, new Steps(own), 0)
        .map(met -> turned(met, race.conflict()))
        .filter(conflict -> isSame(conflict, race.conflict()))
        .map(conflict ->
            race.at(
                conflict,
                new RaceDetails(
                    both(executions, conflict), new RaceReplay(own, conflict).values())))
        .orElse(race);
  }

  // Nothing is said where both are the first.
  private static ImmutableIntArray both(LineExecutions executions, Conflict conflict) {
    int first = executions.of(conflict.first());
    int second = executions.of(conflict.second());
    return Math.min(first, second) > 0 && Math.max(first, second) > 1
        ? ImmutableIntArray.of(first, second)
        : ImmutableIntArray.of();
  }

  // Which of two accesses comes first, and their agents, searches may see differently.
  private static Conflict turned(Conflict conflict, Conflict like) {
    return isSame(conflict.first(), like.first())
        ? conflict
        : new Conflict(/* first= */ conflict.second(), /* second= */ conflict.first());
  }

  private static boolean isSame(Conflict one, Conflict other) {
    return isSame(one.first(), other.first()) && isSame(one.second(), other.second());
  }

  private static boolean isSame(Access one, Access other) {
    return one.use() == other.use() && one.line().equals(other.line());
  }

  // The largest integer that has its place there.
  private static ScalarType word(long bytes, long from) {
    return bytes % 8 == 0 && from % 8 == 0
        ? ScalarType.I64
        : bytes % 4 == 0 && from % 4 == 0 ? ScalarType.I32 : ScalarType.U8;
  }

  private ImmutableLongArray values() {
    Access first = conflict.first();
    Access second = conflict.second();
    if (!first.use().touchesMemory() || !second.use().touchesMemory()) {
      return ImmutableLongArray.of();
    }
    boolean both = first.use().updates() && second.use().updates();
    OptionalLong one = both ? after(first) : held(machine);
    OptionalLong other = after(second.use().updates() ? second : first);
    if (one.isEmpty() || other.isEmpty() || one.getAsLong() == other.getAsLong()) {
      return ImmutableLongArray.of();
    }
    LongStream values = LongStream.of(one.getAsLong(), other.getAsLong());
    return ImmutableLongArray.copyOf(both ? values.sorted() : values);
  }

  private OptionalLong held(Machine now) {
    return now.word(conflict.first().place(), word, from);
  }

  // Empty where the update fails, as one of memory that has been freed meanwhile.
  private OptionalLong after(Access update) {
    Machine next = machine.fork();
    try {
      if (update.operation() < 0) {
        next.run(update.agent(), 1);
      } else {
        happen(next, update.operation());
      }
    } catch (ProgramFailure failure) {
      return OptionalLong.empty();
    }
    return held(next);
  }

  private void happen(Machine next, int operation) {
    Pending pending = next.inFlight().get(operation);
    List<Event> events = next.nextEvents(pending);
    while (!events.isEmpty() && held(next).equals(held(machine))) {
      next.happen(events.getFirst());
      Pending left = next.inFlight().find(operation);
      events = left == null ? List.of() : next.nextEvents(left);
    }
  }
}
