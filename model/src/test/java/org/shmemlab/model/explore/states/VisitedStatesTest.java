package org.shmemlab.model.explore.states;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VisitedStatesTest {
  private static final int MANY = 5_000;

  /** Also those whose places in the table are the same, and 0. */
  @Test
  void everyStateIsFoundAgainByItsFingerprintAndNoOther() {
    SplittableRandom random = new SplittableRandom(1);
    VisitedStates visited = new VisitedStates();
    Map<Long, Integer> numbers = new HashMap<>();
    for (int i = 0; i < MANY; i++) {
      long fingerprint = i % 3 == 0 ? (long) i << 40 : random.nextLong();
      assertThat(visited.find(fingerprint)).isEqualTo(-1);
      numbers.put(fingerprint, visited.add(fingerprint, i - 1, i % 7));
      assertThat(visited.count()).isEqualTo(i + 1);
    }
    assertThat(numbers.values().stream().distinct().count()).isEqualTo(MANY);
    numbers.forEach(
        (fingerprint, number) -> assertThat(visited.find(fingerprint)).isEqualTo(number));
  }

  @Test
  void aPathIsTheChoicesFromTheFirstState() {
    VisitedStates visited = new VisitedStates();
    int first = visited.add(10, -1, -1);
    int left = visited.add(11, first, 0);
    int right = visited.add(12, first, 3);
    int below = visited.add(13, right, 2);
    assertThat(visited.path(first)).isEmpty();
    assertThat(visited.path(left)).containsExactly(0);
    assertThat(visited.path(below)).containsExactly(3, 2);
    assertThat(visited.parent(below)).isEqualTo(right);
    assertThat(visited.parent(first)).isEqualTo(-1);
  }

  @Test
  void aDeadEndKeepsItsChoice() {
    VisitedStates visited = new VisitedStates();
    int first = visited.add(10, -1, -1);
    int second = visited.add(11, first, 5);
    assertThat(visited.isDeadEnd(first)).isFalse();
    visited.deadEnd(second);
    assertThat(visited.isDeadEnd(second)).isTrue();
    assertThat(visited.isDeadEnd(first)).isFalse();
    assertThat(visited.choice(second)).isEqualTo(5);
    assertThat(visited.path(second)).containsExactly(5);
  }

  /** A walk back from ends must not take it for the successor of its parent's step. */
  @Test
  void anEndOfAScheduleHasAPathAndIsNoState() {
    VisitedStates visited = new VisitedStates();
    int first = visited.add(10, -1, -1);
    int end = visited.addEnd(first, 3);
    int state = visited.add(11, first, 3);
    assertThat(visited.isState(end)).isFalse();
    assertThat(visited.isDeadEnd(end)).isTrue();
    assertThat(visited.path(end)).containsExactly(3);
    visited.deadEnd(state);
    assertThat(visited.isState(state)).isTrue();
    assertThat(visited.isState(first)).isTrue();
    assertThat(visited.path(state)).containsExactly(3);
  }

  /** Growing loses nothing of what was noted of the states before. */
  @Test
  void pathsStayAsTheyAreWhileOthersAreAdded() {
    VisitedStates visited = new VisitedStates();
    visited.add(0, -1, -1);
    List<Integer> choices = new ArrayList<>();
    int last = 0;
    for (int i = 1; i < MANY; i++) {
      last = visited.add(31L * i, last, i % 5);
      choices.add(i % 5);
    }
    assertThat(Ints.asList(visited.path(last))).isEqualTo(choices);
  }
}
