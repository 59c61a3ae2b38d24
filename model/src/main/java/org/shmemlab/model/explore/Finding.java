package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.regex.Pattern;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/** Something wrong that some order shows. */
public sealed interface Finding {
  /** A schedule that leads to it from the start. */
  Witness witness();

  /** The same finding with another schedule that leads to it. */
  default Finding with(Witness witness) {
    return switch (this) {
      case Undefined undefined -> new Undefined(undefined.conflict(), witness);
      case Stuck stuck -> new Stuck(stuck.agents(), witness);
      case Livelock livelock -> new Livelock(livelock.agents(), livelock.round(), witness);
      case Failure failure -> new Failure(failure.failure(), witness);
      case Stale stale -> new Stale(stale.load(), witness);
    };
  }

  /** Its kind and place: two findings of one place are one mistake of the program. */
  default Object place() {
    return switch (this) {
      case Undefined undefined -> {
        Access first = undefined.conflict().first();
        Access second = undefined.conflict().second();
        yield List.of(first.line(), first.use(), second.line(), second.use());
      }
      case Stuck stuck -> places(stuck.agents());
      case Livelock livelock -> places(livelock.agents());
      case Failure failure ->
          List.of(
              failure.failure().line(),
              Failure.NUMBER.matcher(failure.failure().text()).replaceAll("0"));
      case Stale stale -> List.of(stale.load().load(), stale.load().object());
    };
  }

  // Which of many agents is where is chance.
  private static Object places(ImmutableList<Blocked> agents) {
    return agents.stream().map(Blocked::line).distinct().sorted().toList();
  }

  /** Two accesses that may overlap in time. */
  record Undefined(Conflict conflict, Witness witness) implements Finding {}

  /** No step is enabled, and an agent has not ended. */
  record Stuck(ImmutableList<Blocked> agents, Witness witness) implements Finding {}

  /**
   * A step is always enabled, but no schedule ends: spin loops on words that no agent changes.
   *
   * @param agents every agent that has not ended
   * @param round steps that lead back to the state where the schedule ends
   */
  record Livelock(ImmutableList<Blocked> agents, ImmutableList<WitnessStep> round, Witness witness)
      implements Finding {}

  /**
   * An assertion of the program failed, or it misused memory or the libraries. The same mistake of
   * a thousand PEs in one line, each with its own number, is one finding; where a failure is about
   * several objects, the text after a colon distinguishes them.
   */
  record Failure(ProgramFailure failure, Witness witness) implements Finding {
    private static final Pattern NUMBER = Pattern.compile("(?<![:\\w])(0x\\p{XDigit}+|-?\\d+)");
  }

  /**
   * A load returns a stale value from a cache, after a wait that should have made a newer one
   * visible.
   */
  record Stale(StaleLoad load, Witness witness) implements Finding {}
}
