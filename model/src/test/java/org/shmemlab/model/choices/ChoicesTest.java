package org.shmemlab.model.choices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChoicesTest {
  private static Choices zeros() {
    return new Replay(ImmutableIntArray.of());
  }

  /** Answers every question with the largest number there is. */
  private static Choices largest() {
    return bound -> bound - 1;
  }

  @Test
  void zerosAreTheSimplestAnswers() {
    assertThat(zeros().yes()).isFalse();
    assertThat(zeros().yes(3, 4)).isFalse();
    assertThat(zeros().between(-3, 5)).isEqualTo(-3);
    assertThat(zeros().pick("first", "second")).isEqualTo("first");
    assertThat(zeros().pick(List.of(7, 8))).isEqualTo(7);
    assertThat(zeros().bits(64)).isZero();
  }

  @Test
  void theLargestAnswersReachTheOtherEnd() {
    assertThat(largest().yes()).isTrue();
    assertThat(largest().yes(1, 4)).isTrue();
    assertThat(largest().between(-3, 5)).isEqualTo(5);
    assertThat(largest().pick("first", "second")).isEqualTo("second");
    assertThat(largest().pick(List.of(7, 8))).isEqualTo(8);
    assertThat(largest().bits(0)).isZero();
    assertThat(largest().bits(5)).isEqualTo(31);
    assertThat(largest().bits(20)).isEqualTo(0xFFFFF);
    assertThat(largest().bits(63)).isEqualTo(Long.MAX_VALUE);
    assertThat(largest().bits(64)).isEqualTo(-1);
  }

  @Test
  void aRareYesIsAsRareAsAsked() {
    int[] yes = new int[1];
    EveryChoice all = new EveryChoice();
    do {
      yes[0] += all.yes(3, 8) ? 1 : 0;
    } while (all.advance());
    assertThat(yes[0]).isEqualTo(3);
  }

  @Property
  void aSeedAnswersInBoundsAndAlwaysTheSame(
      @ForAll long seed, @ForAll List<@IntRange(min = 1) Integer> bounds) {
    SeededChoices once = new SeededChoices(seed);
    SeededChoices again = new SeededChoices(seed);
    for (int bound : bounds) {
      int answer = once.next(bound);
      assertThat(answer).isBetween(0, bound - 1);
      assertThat(again.next(bound)).isEqualTo(answer);
    }
  }

  @Property
  void whatWasRecordedIsReplayed(@ForAll long seed) {
    Recording recording = new Recording(new SeededChoices(seed));
    List<Integer> generated = numbers(recording);
    assertThat(numbers(new Replay(recording.answers()))).isEqualTo(generated);
    assertThat(recording.answers().length()).isEqualTo(2 * generated.size() + 1);
  }

  @Property
  void anyListCanBeReplayed(@ForAll List<@IntRange(min = 0) Integer> list) {
    Recording taken = new Recording(new Replay(ImmutableIntArray.copyOf(list)));
    List<Integer> generated = numbers(taken);
    assertThat(generated).allMatch(number -> 0 <= number && number < 100);
    assertThat(numbers(new Replay(taken.answers()))).isEqualTo(generated);
  }

  @Test
  void aBoundBelowOneIsRefusedByEverySource() {
    for (Choices source : List.of(new SeededChoices(1), new EveryChoice(), zeros())) {
      assertThatIllegalArgumentException().isThrownBy(() -> source.next(0));
    }
  }

  private static List<Integer> numbers(Choices choices) {
    List<Integer> numbers = new ArrayList<>();
    while (choices.yes(7, 8)) {
      numbers.add(choices.next(100));
    }
    return numbers;
  }
}
