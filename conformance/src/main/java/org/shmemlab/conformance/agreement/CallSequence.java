package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the calls of one PE of an enumerated program, with their accesses: a bit for each word and
 * PE.
 *
 * @param calls the calls in order; the n-th that writes a number of its choice writes n, so that
 *     each write can be recognised
 * @param meetings those of them that meet the other PE
 * @param touched what a call touches
 * @param touchedTwice what two calls touch
 * @param written what a call writes
 * @param asked what is of no use unless another call touches it too
 */
record CallSequence(
    ImmutableList<Call> calls,
    ImmutableList<Verb> meetings,
    int touched,
    int touchedTwice,
    int written,
    int asked) {
  private static final int PE_1 = SmallProgram.WORDS.size(); // bits of words on PE 1 follow

  /** The calls of PE 0, or of PE 1. */
  static CallSequence of(List<Letter> letters, int self) {
    List<Verb> meetings = new ArrayList<>();
    int touched = 0;
    int twice = 0;
    int written = 0;
    int asked = 0;
    for (Letter letter : letters) {
      Verb verb = letter.verb();
      if (verb == Verb.SYNC || verb == Verb.BARRIER) {
        meetings.add(verb);
      }
      int home = letter.own() ? self : 1 - self;
      int main = letter.word().isEmpty() ? 0 : bit(letter.word(), home);
      int signal = verb.signals() ? bit("s", home) : 0;
      int source = verb.puts() ? bit("v", self) : 0;
      int landing = verb == Verb.GET || verb == Verb.GET_NBI ? bit("u", self) : 0;
      int all = main | signal | source | landing;
      twice |= touched & all;
      touched |= all;
      written |= (verb.writes() ? main : 0) | signal | landing;
      asked |= main | signal;
    }
    return new CallSequence(
        calls(letters, self), ImmutableList.copyOf(meetings), touched, twice, written, asked);
  }

  private static int bit(String word, int pe) {
    return 1 << (SmallProgram.WORDS.indexOf(word) + pe * PE_1);
  }

  /**
   * Whether both meet each other as often, and every call touches what another one touches too, one
   * of the two writing it.
   */
  boolean isLinkedTo(CallSequence other) {
    int all = asked | other.asked;
    int shared = touchedTwice | other.touchedTwice | (touched & other.touched);
    return (all & ~shared) == 0
        && (all & ~(written | other.written)) == 0
        && meetings.equals(other.meetings);
  }

  /** Whether a fence or quiet in it has nothing to order. */
  static boolean hasIdleOrder(List<Letter> letters) {
    boolean issued = false;
    for (int i = 0; i < letters.size(); i++) {
      Letter letter = letters.get(i);
      List<Letter> later = letters.subList(i + 1, letters.size());
      boolean used =
          switch (letter.verb()) {
            case FENCE -> issued && later.stream().anyMatch(next -> next.verb().remote());
            case QUIET ->
                issued
                    && later.stream()
                        .anyMatch(next -> !next.word().isEmpty() || next.verb() == Verb.SYNC);
            default -> true;
          };
      if (!used) {
        return true;
      }
      issued |= letter.verb().remote();
    }
    return false;
  }

  private static ImmutableList<Call> calls(List<Letter> letters, int self) {
    ImmutableList.Builder<Call> calls = ImmutableList.builder();
    int writes = 0;
    for (Letter letter : letters) {
      boolean chooses = letter.verb().writes() && letter.verb().numbered();
      writes += chooses ? 1 : 0;
      calls.add(letter.call(self, chooses ? writes : 1));
    }
    return calls.build();
  }
}
