package org.shmemlab.conformance.agreement;

/**
 * Describes one call of a small program.
 *
 * @param word the symmetric word, or "" where the verb has none
 * @param target the PE it goes to; the caller's own where the verb names none
 * @param number what it writes, adds or compares with
 */
public record Call(Verb verb, String word, int target, long number) {
  /** A call without operands. */
  static Call of(Verb verb) {
    return new Call(verb, "", 0, 0);
  }

  /** The same call where PEs 0 and 1 have exchanged their places. */
  Call mirrored() {
    return word.isEmpty() ? this : new Call(verb, word, 1 - target, number);
  }

  /** Whether it is another call up to the number. */
  boolean doesTheSameAs(Call other) {
    return verb == other.verb && word.equals(other.word) && target == other.target;
  }

  /** The statement of a litmus test, without the variable that takes its value. */
  String text() {
    return verb.text(word, target, number);
  }
}
