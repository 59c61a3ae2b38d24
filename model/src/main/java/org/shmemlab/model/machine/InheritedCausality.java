package org.shmemlab.model.machine;

import org.shmemlab.model.step.Causality;

/** A listener that forks of its machine have, too, each one of its own. */
public interface InheritedCausality extends Causality {
  /** Who listens to a fork of the machine. */
  Causality forFork(Machine fork);
}
