package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSet;

/**
 * Pairs a statement with the same written by hand.
 *
 * <p>Each execution of the line by hand is one of the library's line: it accesses the same memory,
 * and does in one way what the library may do in several.
 *
 * @param library the statement
 * @param byHand the same by simpler statements
 * @param ordersLess whether the line by hand also lets agents run in more orders, so that only
 *     conflicts can be compared
 * @param helpers the functions that it calls by hand
 */
record Line(
    String library, String byHand, boolean ordersLess, ImmutableSet<HandWrittenCalls> helpers) {
  /** A statement that is simple enough. */
  static Line of(String text) {
    return new Line(text, text, false, ImmutableSet.of());
  }

  /** A statement and what it does by hand. */
  static Line of(String library, String byHand, HandWrittenCalls... helpers) {
    return new Line(library, byHand, false, ImmutableSet.copyOf(helpers));
  }

  /** A statement that makes agents wait for each other but orders none of their accesses. */
  static Line meeting(String library, String byHand) {
    return new Line(library, byHand, true, ImmutableSet.of());
  }

  String text(Spelling spelling) {
    return spelling == Spelling.LIBRARY ? library : byHand;
  }

  /** Whether it says the same in both spellings. */
  boolean isSimple() {
    return library.equals(byHand);
  }
}
