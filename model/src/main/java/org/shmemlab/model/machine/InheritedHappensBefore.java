package org.shmemlab.model.machine;

import org.shmemlab.model.step.HappensBeforeListener;

/** A listener that forks of its machine have, too, each one of its own. */
public interface InheritedHappensBefore extends HappensBeforeListener {
  /** The listener of a fork of the machine. */
  HappensBeforeListener forFork(Machine fork);
}
