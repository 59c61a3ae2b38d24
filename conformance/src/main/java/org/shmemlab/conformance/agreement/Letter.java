package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;

/**
 * Describes one choice for a call of an enumerated program: a verb on a word.
 *
 * @param word the symmetric word, or "" where the verb has none
 * @param own whether it goes to the caller's own PE, though the verb may name any
 */
public record Letter(Verb verb, String word, boolean own) {
  /** Few verbs: messages with a flag, and their orders. */
  public static final ImmutableList<Letter> MESSAGES =
      ImmutableList.of(
          on("x", Verb.PUT),
          on("x", Verb.PUT_NBI),
          on("x", Verb.LOAD),
          on("f", Verb.SET),
          on("f", Verb.WAIT),
          on("", Verb.FENCE),
          on("", Verb.QUIET));

  /**
   * Every verb, on one word of its kind; those that name a PE go to the other one. {@code p} writes
   * data and flags, and both private sides of transfers are touched too.
   */
  public static final ImmutableList<Letter> ALL =
      ImmutableList.of(
          on("x", Verb.PUT),
          on("x", Verb.PUT_NBI),
          on("x", Verb.P),
          on("f", Verb.P),
          on("x", Verb.PUT_SIGNAL),
          on("x", Verb.PUT_SIGNAL_NBI),
          on("x", Verb.G),
          on("x", Verb.GET),
          on("x", Verb.GET_NBI),
          on("x", Verb.LOAD),
          on("x", Verb.STORE),
          on("u", Verb.LOAD),
          on("v", Verb.STORE),
          on("f", Verb.SET),
          on("f", Verb.ADD),
          on("f", Verb.FETCH),
          on("f", Verb.FETCH_ADD),
          on("f", Verb.TEST),
          on("f", Verb.WAIT),
          on("f", Verb.WAIT_EQUAL),
          on("s", Verb.SIGNAL),
          on("s", Verb.SIGNAL_ADD),
          on("s", Verb.SIGNAL_FETCH),
          on("s", Verb.SIGNAL_WAIT),
          on("", Verb.FENCE),
          on("", Verb.QUIET),
          on("", Verb.SYNC),
          on("", Verb.BARRIER));

  private static final ImmutableSet<Verb> AMOS =
      ImmutableSet.of(
          Verb.SET, Verb.FETCH, Verb.FETCH_ADD, Verb.TEST, Verb.WAIT, Verb.FENCE, Verb.QUIET);

  /** AMOs and waits, and their orders, to both PEs. */
  public static final ImmutableList<Letter> ATOMICS =
      toBoth(
          ALL.stream()
              .filter(letter -> AMOS.contains(letter.verb()))
              .collect(ImmutableList.toImmutableList()));

  static Letter on(String word, Verb verb) {
    return new Letter(verb, word, !verb.remote());
  }

  /** The same letters, and those that name a PE with the caller's own as well. */
  public static ImmutableList<Letter> toBoth(ImmutableList<Letter> letters) {
    ImmutableList.Builder<Letter> both = ImmutableList.<Letter>builder().addAll(letters);
    for (Letter letter : letters) {
      if (letter.verb().remote()) {
        both.add(new Letter(letter.verb(), letter.word(), true));
      }
    }
    return both.build();
  }

  Call call(int self, long number) {
    return word.isEmpty() ? Call.of(verb) : new Call(verb, word, own ? self : 1 - self, number);
  }
}
