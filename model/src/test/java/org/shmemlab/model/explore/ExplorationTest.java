package org.shmemlab.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.sketch.Sketch;

class ExplorationTest {
  /** An unknown answer is no finding, and keeps an exploration from being complete. */
  @Test
  void whatIsNotKnownBoundsWhatWasSeen() {
    Finding wrong = failure("wrong", false);
    Finding unknown = failure("unknown", true);
    Exploration found = exploration(new Bound.Complete(), wrong, unknown);
    assertThat(found.findings()).containsExactly(wrong);
    assertThat(found.complete()).isFalse();
    assertThat(found.bound()).isInstanceOf(Bound.Unknown.class);
    assertThat(((Bound.Unknown) found.bound()).searched()).isEqualTo(new Bound.Complete());
    assertThat(exploration(new Bound.Complete(), wrong).complete()).isTrue();
  }

  @Test
  void deadlocksAndLivelocksHangAndAreDefined() {
    Finding stuck = new Finding.Deadlock(ImmutableList.of(), Witness.NONE);
    Finding livelock = new Finding.Livelock(ImmutableList.of(), ImmutableList.of(), Witness.NONE);
    assertThat(exploration(new Bound.Complete(), stuck).hangs()).isTrue();
    assertThat(exploration(new Bound.Complete(), livelock).hangs()).isTrue();
    assertThat(exploration(new Bound.Complete(), livelock).undefined()).isFalse();
    assertThat(exploration(new Bound.Complete(), failure("wrong", false)).hangs()).isFalse();
  }

  @Test
  void schedulesThatFollowASearchAddToWhatItSaw() {
    Exploration searched =
        new Exploration(
            ImmutableSortedMap.of("a", 2, "b", 1),
            ImmutableList.of(),
            30,
            new Bound.Budget(30, "states"));
    Exploration run =
        new Exploration(
            ImmutableSortedMap.of("b", 4, "c", 5),
            ImmutableList.of(),
            12,
            new Bound.Schedules(9, 3));
    Exploration both = run.after(searched);
    assertThat(both.outcomes()).isEqualTo(ImmutableSortedMap.of("a", 2, "b", 5, "c", 5));
    assertThat(both.states()).isEqualTo(42);
    assertThat(both.bound()).isEqualTo(new Bound.Beyond(new Bound.Budget(30, "states"), 9, 3));
    Exploration stopped =
        new Exploration(ImmutableSortedMap.of(), ImmutableList.of(), 0, new Bound.Stopped());
    assertThat(stopped.after(searched).bound()).isEqualTo(new Bound.Stopped());
  }

  @Test
  void onlyACompleteSearchIsOneUpToSomeFailedTests() {
    assertThat(new Bound.Complete().upTo(3)).isEqualTo(new Bound.FailedTests(3));
    assertThat(new Bound.Stopped().upTo(3)).isEqualTo(new Bound.Stopped());
  }

  private static Exploration exploration(Bound bound, Finding... findings) {
    return new Exploration(ImmutableSortedMap.of(), ImmutableList.copyOf(findings), 1, bound);
  }

  private static Finding failure(String text, boolean unknown) {
    return new Finding.Failure(Sketch.failure(text, unknown), Witness.NONE);
  }
}
