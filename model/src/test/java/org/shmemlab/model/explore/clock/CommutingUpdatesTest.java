package org.shmemlab.model.explore.clock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CommutingUpdatesTest {
  @Property(tries = 200)
  void theSumsAreThoseOfAllSetsWithTheUpdate(
      @ForAll @Size(min = 1, max = 9) List<@IntRange(min = -2, max = 3) Integer> amounts,
      @ForAll @IntRange(max = 8) int number) {
    int one = number % amounts.size();
    CommutingUpdates commutingUpdates = new CommutingUpdates();
    for (int step = 0; step < amounts.size(); step++) {
      commutingUpdates.add(step, amounts.get(step));
    }
    Set<Long> sums = new HashSet<>();
    for (int chosen = 0; chosen < 1 << amounts.size(); chosen++) {
      if ((chosen >> one & 1) == 1) {
        long sum = 0;
        for (int i = 0; i < amounts.size(); i++) {
          sum += (chosen >> i & 1) * amounts.get(i);
        }
        sums.add(sum);
      }
    }
    assertThat(commutingUpdates.of(one)).isEqualTo(amounts.get(one).longValue());
    if (amounts.get(one) != 0) {
      assertThat(commutingUpdates.sumsWith(amounts.get(one))).hasValue(ImmutableSet.copyOf(sums));
    }
  }

  @Test
  void aCounterOfAThousandArrivalsHasAThousandSums() {
    CommutingUpdates commutingUpdates = new CommutingUpdates();
    for (int step = 0; step < 1_000; step++) {
      commutingUpdates.add(step, 1);
    }
    assertThat(commutingUpdates.sumsWith(1).orElseThrow()).hasSize(1_000).contains(1L, 1_000L);
  }

  @Test
  void tooManySumsAreNotLookedAt() {
    CommutingUpdates commutingUpdates = new CommutingUpdates();
    for (int step = 0; step < 40; step++) {
      commutingUpdates.add(step, 1L << step);
    }
    assertThat(commutingUpdates.sumsWith(1)).isEmpty();
  }
}
