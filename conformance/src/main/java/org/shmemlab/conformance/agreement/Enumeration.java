package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All programs of two PEs with at most so many calls each, one of each two that only exchange the
 * PEs, and without calls that order nothing: such a call stands between two others, once.
 *
 * @param letters what a call may be; the target is always the other PE
 * @param calls most calls per PE
 */
public record Enumeration(ImmutableList<Letter> letters, int calls) {
  /** A verb on a word. */
  public record Letter(Verb verb, String word) {
    Call call(int self) {
      if (word.isEmpty()) {
        return Call.of(verb);
      }
      return new Call(verb, word, verb.remote() ? 1 - self : self, 1);
    }
  }

  /** Few verbs: messages with a flag, and their orders. */
  public static final ImmutableList<Letter> MESSAGES =
      ImmutableList.of(
          new Letter(Verb.PUT, "x"),
          new Letter(Verb.PUT_NBI, "x"),
          new Letter(Verb.LOAD, "x"),
          new Letter(Verb.SET, "f"),
          new Letter(Verb.WAIT, "f"),
          new Letter(Verb.FENCE, ""),
          new Letter(Verb.QUIET, ""));

  /** Every verb whose target can be the other PE, on one word of each kind. */
  public static final ImmutableList<Letter> ALL =
      ImmutableList.of(
          new Letter(Verb.PUT, "x"),
          new Letter(Verb.PUT_NBI, "x"),
          new Letter(Verb.P, "x"),
          new Letter(Verb.P, "f"),
          new Letter(Verb.PUT_SIGNAL_NBI, "x"),
          new Letter(Verb.G, "x"),
          new Letter(Verb.GET_NBI, "x"),
          new Letter(Verb.LOAD, "x"),
          new Letter(Verb.STORE, "x"),
          new Letter(Verb.SET, "f"),
          new Letter(Verb.ADD, "f"),
          new Letter(Verb.FETCH, "f"),
          new Letter(Verb.FETCH_ADD, "f"),
          new Letter(Verb.TEST, "f"),
          new Letter(Verb.WAIT, "f"),
          new Letter(Verb.SIGNAL, "s"),
          new Letter(Verb.SIGNAL_ADD, "s"),
          new Letter(Verb.SIGNAL_FETCH, "s"),
          new Letter(Verb.SIGNAL_WAIT, "s"),
          new Letter(Verb.FENCE, ""),
          new Letter(Verb.QUIET, ""),
          new Letter(Verb.SYNC, ""),
          new Letter(Verb.BARRIER, ""));

  /** Gives every program to a visitor; gives their number. */
  public long forEach(Consumer<SmallProgram> visitor) {
    List<List<Letter>> bodies = bodies();
    long count = 0;
    for (int first = 0; first < bodies.size(); first++) {
      for (int second = first; second < bodies.size(); second++) {
        SmallProgram program =
            new SmallProgram(
                ImmutableList.of(calls(bodies.get(first), 0), calls(bodies.get(second), 1)));
        if (touchEachOther(bodies.get(first), bodies.get(second)) && !program.mixesMeetings()) {
          visitor.accept(program);
          count++;
        }
      }
    }
    return count;
  }

  private static ImmutableList<Call> calls(List<Letter> body, int self) {
    return body.stream().map(letter -> letter.call(self)).collect(ImmutableList.toImmutableList());
  }

  private List<List<Letter>> bodies() {
    List<List<Letter>> bodies = new ArrayList<>();
    extend(new ArrayList<>(), bodies);
    return bodies;
  }

  private void extend(List<Letter> body, List<List<Letter>> bodies) {
    if (body.isEmpty() || !orders(body.getLast())) {
      bodies.add(List.copyOf(body));
    }
    if (body.size() == calls) {
      return;
    }
    for (Letter letter : letters) {
      boolean idle = orders(letter) && (body.isEmpty() || orders(body.getLast()));
      if (!idle) {
        body.add(letter);
        extend(body, bodies);
        body.removeLast();
      }
    }
  }

  // A meeting makes sense at any place: the other PE may do something before or after it.
  private static boolean orders(Letter letter) {
    return letter.verb() == Verb.FENCE || letter.verb() == Verb.QUIET;
  }

  // Programs in which nobody writes what the other one uses have no question.
  private static boolean touchEachOther(List<Letter> a, List<Letter> b) {
    return a.stream()
            .anyMatch(letter -> letter.verb().remote() || letter.verb().words() == Verb.Words.NONE)
        || b.stream().anyMatch(letter -> letter.verb().remote());
  }
}
