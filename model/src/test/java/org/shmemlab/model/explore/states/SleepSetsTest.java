package org.shmemlab.model.explore.states;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableLongArray;
import org.junit.jupiter.api.Test;

class SleepSetsTest {
  private final SleepSets sets = new SleepSets();

  @Test
  void asleepIsWhatIsAsleepOnAllPathsOfThisLength() {
    sets.begin(10);
    sets.add(10, asleep(1, 2, 3));
    sets.add(10, asleep(3, 4, 1));
    sets.add(11, asleep(1));
    sets.add(11, asleep());
    assertThat(sets.of(10)).isEqualTo(asleep(1, 3));
    assertThat(sets.of(11)).isEqualTo(asleep());
    assertThat(sets.of(12)).isEqualTo(asleep());
  }

  @Test
  void aLongerPathChangesNothing() {
    sets.begin(10);
    sets.add(9, asleep(1));
    assertThat(sets.of(9)).isEqualTo(asleep());
    sets.add(10, asleep(2));
    assertThat(sets.of(10)).isEqualTo(asleep(2));
  }

  @Test
  void aLevelMayHaveManyStatesAndTheNextBeginsAwake() {
    sets.begin(0);
    for (int state = 0; state < 500; state++) {
      sets.add(state, asleep(state, -1));
    }
    for (int state = 0; state < 500; state++) {
      assertThat(sets.of(state)).isEqualTo(asleep(state, -1));
    }
    assertThat(sets.of(5_000)).isEqualTo(asleep());
    sets.begin(500);
    assertThat(sets.of(500)).isEqualTo(asleep());
    assertThat(sets.of(510)).isEqualTo(asleep());
    sets.add(10_000, asleep(7));
    assertThat(sets.of(10_000)).isEqualTo(asleep(7));
  }

  private static ImmutableLongArray asleep(long... names) {
    return ImmutableLongArray.copyOf(names);
  }
}
