package org.shmemlab.scenarios.launch;

import org.shmemlab.model.program.SourceLine;

/** Reports a mistake of a launch file at its place, with the way to mend it. */
final class LaunchMistake extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SourceLine at;
  private final String what;

  LaunchMistake(SourceLine at, String what) {
    super(what, null, false, false);
    this.at = at;
    this.what = what;
  }

  SourceLine at() {
    return at;
  }

  String what() {
    return what;
  }
}
