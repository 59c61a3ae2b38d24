package org.shmemlab.model.machine;

import org.shmemlab.model.step.HappensBeforeListener;

/** Provides a listener of its own to each fork of its machine. */
public interface InheritedHappensBefore extends HappensBeforeListener {
  /** The listener of a fork of the machine. */
  HappensBeforeListener forFork(Machine fork);
}
