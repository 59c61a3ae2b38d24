package org.shmemlab.conformance.programs;

/**
 * Something that must hold of the answers to a program and does not.
 *
 * @param kind what does not hold; differences of one kind may have one cause
 * @param text what was answered
 */
public record Difference(Kind kind, String text) {
  /** What must hold. */
  public enum Kind {
    /** The front-end takes every program that is generated. */
    NOT_COMPILED("the front-end refuses the program"),
    /** An engine ends with an answer, not with an exception. */
    BROKEN("an engine breaks"),
    /** All engines say the same of whether every order is defined. */
    CONFLICT("the engines differ in whether there is a conflict"),
    /** All engines see the same hangs and failures of a program without conflicts. */
    FINDING("the engines differ in a hang or a failure"),
    /** All engines see the same outcomes of a program without conflicts. */
    OUTCOME("the engines differ in the outcomes"),
    /** Whoever sees every order sees an end, or says why there is none. */
    NOTHING("there is no end, and nothing is found"),
    /** An execution that goes on for ever although everybody has turns is a finding. */
    ENDLESS("an execution goes on for ever, and no engine says so"),
    /** What a program by hand does wrong, the library's calls do wrong. */
    CONFLICT_BY_HAND("there is a conflict by hand, and none with the library's calls"),
    /** What a program by hand ends in, the library's calls can end in. */
    OUTCOME_BY_HAND("an outcome by hand is missing with the library's calls");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  @Override
  public String toString() {
    return kind + "\n" + text;
  }
}
