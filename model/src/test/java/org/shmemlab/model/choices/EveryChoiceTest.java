package org.shmemlab.model.choices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EveryChoiceTest {
  private static <T> List<T> all(Function<Choices, T> generator) {
    List<T> results = new ArrayList<>();
    EveryChoice every = new EveryChoice();
    do {
      results.add(generator.apply(every));
    } while (every.advance());
    return results;
  }

  @Test
  void aGeneratorThatAsksNothingHasOneResult() {
    assertThat(all(_ -> "same")).containsExactly("same");
  }

  @Test
  void theLastAnswerMovesFirst() {
    assertThat(all(choices -> "" + choices.next(2) + choices.next(3)))
        .containsExactly("00", "01", "02", "10", "11", "12");
  }

  @Test
  void howMuchIsAskedMayDependOnTheAnswers() {
    assertThat(all(choices -> choices.yes() ? "1" + choices.next(3) : "0"))
        .containsExactly("0", "10", "11", "12");
  }

  @Test
  void permutationsAreEachGivenOnce() {
    List<List<Integer>> permutations =
        all(choices -> {
          List<Integer> order = new ArrayList<>();
          for (int size = 1; size <= 5; size++) {
            order.add(choices.next(size), size);
          }
          return order;
        });
    assertThat(permutations).hasSize(120).doesNotHaveDuplicates();
  }

  @Property(tries = 50)
  void everySequenceComesOnce(
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 4) Integer> bounds) {
    Set<List<Integer>> seen = new LinkedHashSet<>();
    int rounds = all(choices -> seen.add(bounds.stream().map(choices::next).toList())).size();
    assertThat(rounds).isEqualTo(bounds.stream().reduce(1, (a, b) -> a * b));
    assertThat(seen).hasSize(rounds);
  }

  @Test
  void aGeneratorThatIsNoFunctionOfItsChoicesIsFoundOut() {
    EveryChoice otherBound = new EveryChoice();
    otherBound.next(2);
    otherBound.next(2);
    otherBound.advance();
    assertThatIllegalStateException()
        .isThrownBy(() -> otherBound.next(3))
        .withMessage("question 1 has 3 answers now and had 2 after the same answers before");

    EveryChoice fewerQuestions = new EveryChoice();
    fewerQuestions.next(2);
    fewerQuestions.next(2);
    fewerQuestions.advance();
    fewerQuestions.next(2);
    assertThatIllegalStateException()
        .isThrownBy(fewerQuestions::advance)
        .withMessage("1 questions now and 2 after the same answers before");
  }
}
