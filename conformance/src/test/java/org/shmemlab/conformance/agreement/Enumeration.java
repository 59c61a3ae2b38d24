package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Enumerates the programs of two PEs with at most so many calls each, one of each two that only
 * exchange the PEs, and without fences and quiets that have nothing to order.
 */
public final class Enumeration {
  private final ImmutableList<CallSequence> first;
  private final ImmutableList<CallSequence> second;
  private final BiPredicate<CallSequence, CallSequence> wanted;
  private final int calls;

  private Enumeration(
      ImmutableList<Letter> letters, int calls, BiPredicate<CallSequence, CallSequence> wanted) {
    List<ImmutableList<Letter>> bodies = new ArrayList<>();
    extend(ImmutableList.of(), letters, calls, bodies);
    this.first = bodies(bodies, 0);
    this.second = bodies(bodies, 1);
    this.wanted = wanted;
    this.calls = calls;
  }

  private static ImmutableList<CallSequence> bodies(List<ImmutableList<Letter>> bodies, int self) {
    return bodies.stream()
        .map(letters -> CallSequence.of(letters, self))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * The programs in which every call has to do with another one: both touch the same word of the
   * same PE, and one of them writes it. Taking out a call that has not leaves a program with the
   * same answer. Both PEs have the same meetings: after one that the other never reaches, nothing
   * happens.
   *
   * @param letters what a call may be
   * @param calls most calls per PE
   */
  public static Enumeration linked(ImmutableList<Letter> letters, int calls) {
    return new Enumeration(letters, calls, CallSequence::isLinkedTo);
  }

  /**
   * All programs, those without a question included, where no sync can meet a barrier.
   *
   * @param letters what a call may be
   * @param calls most calls per PE
   */
  public static Enumeration all(ImmutableList<Letter> letters, int calls) {
    return new Enumeration(
        letters,
        calls,
        (a, b) -> {
          List<Verb> meetings = new ArrayList<>(a.meetings());
          meetings.addAll(b.meetings());
          return !(meetings.contains(Verb.SYNC) && meetings.contains(Verb.BARRIER));
        });
  }

  /** Most calls of a program. */
  int largest() {
    return 2 * calls;
  }

  /** The programs, always in the same order. */
  public Stream<SmallProgram> programs() {
    return programs(wanted);
  }

  /** The programs of so many calls, always in the same order. */
  Stream<SmallProgram> programs(int size) {
    return programs((one, other) ->
        one.calls().size() + other.calls().size() == size && wanted.test(one, other));
  }

  private Stream<SmallProgram> programs(BiPredicate<CallSequence, CallSequence> chosen) {
    return IntStream.range(0, first.size())
        .boxed()
        .flatMap(one ->
            IntStream.range(one, second.size())
                .filter(other -> chosen.test(first.get(one), second.get(other)))
                .mapToObj(other ->
                    new SmallProgram(
                        ImmutableList.of(first.get(one).calls(), second.get(other).calls()))));
  }

  private static void extend(
      ImmutableList<Letter> body,
      ImmutableList<Letter> letters,
      int calls,
      List<ImmutableList<Letter>> bodies) {
    if (!CallSequence.hasIdleOrder(body)) {
      bodies.add(body);
    }
    if (body.size() < calls) {
      for (Letter letter : letters) {
        ImmutableList<Letter> longer =
            ImmutableList.<Letter>builder().addAll(body).add(letter).build();
        extend(longer, letters, calls, bodies);
      }
    }
  }
}
