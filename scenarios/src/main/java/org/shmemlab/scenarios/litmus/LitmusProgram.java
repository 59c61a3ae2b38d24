package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.Program;

/**
 * A litmus test, compiled.
 *
 * @param test the test that was compiled
 * @param program the program of every PE
 * @param observed where the final values are that the question asks for, in the order of its text
 */
public record LitmusProgram(LitmusFile test, Program program, ImmutableList<Observed> observed) {

  /**
   * The place of a final value: of {@code observable.type()}, on {@code observable.pe()}.
   *
   * @param address symmetric for a word, private to the PE for a register
   */
  public record Observed(Condition.Observable observable, long address) {}
}
