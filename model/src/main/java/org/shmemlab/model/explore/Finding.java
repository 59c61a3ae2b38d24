package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.ProgramFailure;
import org.shmemlab.model.spec.Conflicts.Conflict;

/** Something wrong that some order shows. */
public sealed interface Finding {
  /** The steps that lead to it from the start: no path is shorter. */
  ImmutableList<WitnessStep> witness();

  /** Two accesses that may overlap in time. */
  record Undefined(Conflict conflict, ImmutableList<WitnessStep> witness) implements Finding {}

  /** Nobody can step. */
  record Stuck(ImmutableList<Blocked> agents, ImmutableList<WitnessStep> witness)
      implements Finding {}

  /** An assertion of the program failed, or it misused memory or the libraries. */
  record Failure(ProgramFailure failure, ImmutableList<WitnessStep> witness) implements Finding {}
}
