package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.machine.Access;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.ProgramFailure;
import org.shmemlab.model.spec.Conflicts.Conflict;

/** Something wrong that some order shows. */
public sealed interface Finding {
  /** A schedule that leads to it from the start. */
  Witness witness();

  /** The same finding with another schedule that leads to it. */
  default Finding with(Witness witness) {
    return switch (this) {
      case Undefined undefined -> new Undefined(undefined.conflict(), witness);
      case Stuck stuck -> new Stuck(stuck.agents(), witness);
      case Failure failure -> new Failure(failure.failure(), witness);
    };
  }

  /** What and where it is: two findings of one place are one mistake of the program. */
  default Object place() {
    return switch (this) {
      case Undefined undefined -> {
        Access first = undefined.conflict().first();
        Access second = undefined.conflict().second();
        yield List.of(first.line(), first.use(), second.line(), second.use());
      }
      case Stuck stuck ->
          stuck.agents().stream().map(agent -> List.of(agent.pe(), agent.line())).toList();
      case Failure failure -> List.of(failure.failure().line(), failure.failure().text());
    };
  }

  /** Two accesses that may overlap in time. */
  record Undefined(Conflict conflict, Witness witness) implements Finding {}

  /** Nobody can step. */
  record Stuck(ImmutableList<Blocked> agents, Witness witness) implements Finding {}

  /** An assertion of the program failed, or it misused memory or the libraries. */
  record Failure(ProgramFailure failure, Witness witness) implements Finding {}
}
