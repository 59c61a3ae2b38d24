package org.shmemlab.model.choices;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
  private static final int TRIES = 100_000;

  /** Any number of numbers below a thousand. */
  private static List<Integer> numbers(Choices choices) {
    List<Integer> numbers = new ArrayList<>();
    while (choices.yes(19, 20)) {
      numbers.add(choices.next(1000));
    }
    return numbers;
  }

  private static List<Integer> smallest(long seed, Predicate<List<Integer>> fails) {
    Recording recording = new Recording(new SeededChoices(seed));
    Assume.that(fails.test(numbers(recording)));
    return numbers(
        new Replay(
            Shrinking.smallest(
                recording.answers(), choices -> fails.test(numbers(choices)), TRIES)));
  }

  @Property(tries = 200)
  void oneLargeNumberIsLeftAlone(@ForAll long seed) {
    assertThat(smallest(seed, list -> list.stream().anyMatch(number -> number >= 617)))
        .containsExactly(617);
  }

  @Property(tries = 200)
  void aLengthIsReached(@ForAll long seed) {
    assertThat(smallest(seed, list -> list.size() >= 7)).containsExactly(0, 0, 0, 0, 0, 0, 0);
  }

  @Property(tries = 200)
  void anInversionShrinksToTheSmallestOne(@ForAll long seed) {
    assertThat(smallest(seed, list -> !list.equals(list.stream().sorted().toList())))
        .containsExactly(1, 0);
  }

  @Test
  void nothingSmallerIsFoundWhereThereIsNothing() {
    ImmutableIntArray failing = ImmutableIntArray.of(3, 1, 2);
    assertThat(
            Shrinking.smallest(
                failing,
                choices -> choices.next(9) == 3 && choices.next(9) == 1 && choices.next(9) == 2,
                TRIES))
        .isEqualTo(failing);
  }

  @Test
  void answersThatWereNotTakenAreDropped() {
    assertThat(
            Shrinking.smallest(
                ImmutableIntArray.of(4, 5, 6, 7, 8), choices -> choices.next(9) == 4, TRIES))
        .isEqualTo(ImmutableIntArray.of(4));
  }

  @Test
  void itStopsWhenItsTriesAreUsedUp() {
    int[] calls = new int[1];
    Shrinking.smallest(
        ImmutableIntArray.copyOf(new int[1000]),
        choices -> {
          for (int i = 0; i < 1000; i++) {
            choices.next(2);
          }
          calls[0]++;
          return true;
        },
        50);
    assertThat(calls[0]).isEqualTo(50);
  }
}
