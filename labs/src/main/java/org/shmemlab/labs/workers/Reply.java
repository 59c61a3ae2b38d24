package org.shmemlab.labs.workers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.shmemlab.labs.workbench.Shown;

/**
 * Carries the answer of a process, as a line of JSON, or the answer on behalf of one that cannot.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
public sealed interface Reply {
  /** To a request for a grade. */
  record Grade(org.shmemlab.labs.grading.Grade grade) implements Reply {}

  /** To the others. */
  record Work(Shown shown) implements Reply {}

  /**
   * The request needs more than it may have.
   *
   * @param why on one line, without a full stop
   */
  record TooMuch(String why) implements Reply {}
}
