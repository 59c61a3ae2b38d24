package org.shmemlab.conformance.programs;

/**
 * Reports a property that must hold of the answers to a program and does not.
 *
 * @param kind what does not hold
 * @param of whose answer misses something: an engine, or the library calls that the other spelling
 *     has by hand; differences of one kind and place may have one cause
 * @param text what was answered
 */
public record Difference(Kind kind, String of, String text) {
  /** Names a property that must hold. */
  public enum Kind {
    /** The front-end takes every program that is generated. */
    NOT_COMPILED("does not take the program"),
    /** Every question has an answer, not an exception. */
    BROKEN("breaks"),
    /** All engines say the same of whether every order is defined. */
    CONFLICT("misses a conflict"),
    /** A failure of some orders does not hide a conflict of others. */
    CONFLICT_TOO("misses a conflict among other findings"),
    /** All engines see the same hangs and failures of a program without conflicts. */
    FINDING("misses a hang or a failure"),
    /** All engines see the same outcomes of a program without conflicts. */
    OUTCOME("misses an outcome"),
    /** An engine that sees every order sees an end, or says why there is none. */
    NOTHING("sees no end, and finds nothing"),
    /** A fair execution without an end is a finding. */
    ENDLESS("does not say that an execution goes on for ever"),
    /** The axioms say the same as the engines of programs that they can do. */
    AXIOMS("disagree with the axioms"),
    /** A conflict of a program by hand is one of the library's calls. */
    CONFLICT_BY_HAND("have no conflict where there is one by hand"),
    /** An outcome of a program by hand is one of the library's calls. */
    OUTCOME_BY_HAND("miss an outcome that there is by hand");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** The property that does not hold, in words. */
  public String title() {
    return of + " " + kind.words;
  }

  /** Whether the cause may be the same. */
  boolean isLike(Difference other) {
    return kind == other.kind && of.equals(other.of);
  }
}
