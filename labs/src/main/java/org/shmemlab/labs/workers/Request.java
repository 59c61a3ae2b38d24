package org.shmemlab.labs.workers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.shmemlab.labs.workbench.Place;

/** What a process is asked, as a line of JSON. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
public sealed interface Request {
  /**
   * To grade an answer.
   *
   * @param lab the name of its lab
   * @param file what messages call the answer
   */
  record Grade(String lab, String file, String text) implements Request {}

  /**
   * To run a program.
   *
   * @param seed of the order of steps; 0 for taking turns
   */
  record Run(String file, String text, int pes, long seed) implements Request {}

  /** To look at all orders of a program. */
  record Check(String file, String text, int pes) implements Request {}

  /** To run a program in simulated time. */
  record Time(String file, String text, int pes, Place place) implements Request {}
}
