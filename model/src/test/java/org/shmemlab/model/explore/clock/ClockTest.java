package org.shmemlab.model.explore.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.shmemlab.model.program.StateSpace;

/** A clock knows of each thread all up to a time, and nothing else. */
class ClockTest {
  private static final int THREADS = 5;
  private static final int LATEST = 4;

  @Property
  void togetherTwoClocksContainBoth(
      @ForAll("times") List<Integer> a, @ForAll("times") List<Integer> b) {
    Clock one = clock(a);
    Clock other = clock(b);
    Clock both = one.join(other);
    for (int thread = 0; thread < THREADS; thread++) {
      for (int time = 0; time <= LATEST + 1; time++) {
        assertThat(both.covers(thread, time))
            .isEqualTo(one.covers(thread, time) || other.covers(thread, time));
      }
    }
  }

  @Property
  void aClockThatMovesOnContainsThatMuchMore(
      @ForAll("times") List<Integer> times, @ForAll("thread") int moved, @ForAll("time") int to) {
    Clock before = clock(times);
    Clock after = before.with(moved, to);
    for (int thread = 0; thread < THREADS; thread++) {
      for (int time = 0; time <= LATEST + 1; time++) {
        boolean known = time <= (thread < times.size() ? times.get(thread) : 0);
        assertThat(before.covers(thread, time)).isEqualTo(known);
        assertThat(after.covers(thread, time)).isEqualTo(known || (thread == moved && time <= to));
      }
    }
  }

  /** The clock at the fence, and no time that is joined later. */
  @Property
  void aProxyFenceCoversTheClockAtTheFenceAlone(
      @ForAll("times") List<Integer> a,
      @ForAll("times") List<Integer> b,
      @ForAll("times") List<Integer> c,
      @ForAll StateSpace space) {
    Clock fenced = clock(a).proxiesFenced(space).join(clock(b)).with(0, LATEST + 1);
    Clock other = clock(c).proxiesFenced(space);
    Clock both = fenced.join(other);
    for (int thread = 0; thread < THREADS; thread++) {
      for (int time = 1; time <= LATEST + 1; time++) {
        boolean first = clock(a).covers(thread, time);
        boolean second = clock(c).covers(thread, time);
        for (StateSpace any : StateSpace.values()) {
          assertThat(fenced.coversForBulkCopies(thread, time, any))
              .isEqualTo(any == space && first);
          assertThat(both.coversForBulkCopies(thread, time, any))
              .isEqualTo(any == space && (first || second));
        }
      }
    }
  }

  private static Clock clock(List<Integer> times) {
    Clock clock = Clock.START;
    for (int thread = 0; thread < times.size(); thread++) {
      clock = clock.with(thread, times.get(thread));
    }
    return clock;
  }

  @Provide
  Arbitrary<List<Integer>> times() {
    return time().list().ofMaxSize(THREADS);
  }

  @Provide
  Arbitrary<Integer> time() {
    return Arbitraries.integers().between(0, LATEST);
  }

  @Provide
  Arbitrary<Integer> thread() {
    return Arbitraries.integers().between(0, THREADS - 1);
  }
}
