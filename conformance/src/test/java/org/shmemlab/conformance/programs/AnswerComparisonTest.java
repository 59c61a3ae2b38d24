package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.programs.Difference.Kind;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access.Use;

/** Checks that each property that must hold is reported where it does not. */
class AnswerComparisonTest {
  private static final EngineAnswer ENDS = answer(true, "1");
  private static final EngineAnswer CONFLICT = races(1, Use.STORE);
  private static final EngineAnswer HANGS = answer(true).hanging();
  private static final EngineAnswer NOTHING = answer(true);

  @Test
  void aConflictOfOneEngineAloneIsADifference() {
    assertThat(engines(ENDS, CONFLICT, ENDS)).contains("states misses a conflict");
    assertThat(engines(CONFLICT, ENDS, ENDS)).contains("dpor misses a conflict");
    assertThat(engines(ENDS, ENDS, CONFLICT)).contains("states misses a conflict");
    assertThat(engines(CONFLICT, HANGS, CONFLICT))
        .contains("dpor misses a conflict among other findings");
    assertThat(engines(CONFLICT, CONFLICT, ENDS)).isEmpty();
  }

  /** Where the end comes first, the use fails; where the use comes first, it has raced. */
  @Test
  void aUseAfterTheEndOfALifeIsAFailureOrAConflict() {
    EngineAnswer fails = fails(7);
    EngineAnswer races = races(7, Use.FREE);
    EngineAnswer others = races(8, Use.FREE);
    EngineAnswer stores = races(7, Use.STORE);
    assertThat(engines(fails, races, fails)).isEmpty();
    assertThat(engines(ENDS, races, ENDS)).contains("states misses a conflict");
    for (EngineAnswer other : List.of(others, stores)) {
      assertThat(engines(fails, other, fails))
          .contains("states misses a conflict among other findings");
    }
  }

  @Test
  void whatIsWrongIsWrongForAll() {
    assertThat(engines(ENDS, HANGS, ENDS)).contains("states misses a hang or a failure");
    assertThat(engines(ENDS, ENDS, HANGS))
        .contains("states does not say that an execution goes on for ever");
    assertThat(engines(HANGS, HANGS, ENDS)).contains("states misses an outcome");
  }

  @Test
  void anAnswerSaysSomething() {
    assertThat(engines(NOTHING, NOTHING, NOTHING))
        .contains("states sees no end, and finds nothing");
  }

  @Test
  void outcomesAreTheSame() {
    EngineAnswer two = answer(true, "1", "2");
    assertThat(engines(ENDS, two, ENDS)).contains("states misses an outcome");
    assertThat(engines(two, ENDS, ENDS)).contains("dpor misses an outcome");
    assertThat(engines(two, two, ENDS)).isEmpty();
  }

  @Test
  void anIncompleteExplorationMissesNothing() {
    assertThat(engines(answer(false), ENDS, ENDS)).isEmpty();
  }

  @Test
  void aLibraryCallAllowsWhatHappensByHand() {
    EngineAnswer two = answer(true, "1", "2");
    assertThat(byHand(ENDS, CONFLICT, false)).contains(Kind.CONFLICT_BY_HAND);
    assertThat(byHand(CONFLICT, ENDS, true)).isEmpty();
    assertThat(byHand(ENDS, two, true)).contains(Kind.OUTCOME_BY_HAND);
    assertThat(byHand(ENDS, two, false)).isEmpty();
    assertThat(byHand(two, ENDS, true)).isEmpty();
    assertThat(byHand(fails(7), CONFLICT, true)).isEmpty();
  }

  private static Optional<String> engines(
      EngineAnswer states, EngineAnswer classes, EngineAnswer random) {
    return AnswerComparison.ofEngines(states, classes, random).map(Difference::title);
  }

  private static Optional<Kind> byHand(
      EngineAnswer library, EngineAnswer byHand, boolean ordersToo) {
    return AnswerComparison.byHand(library, byHand, ordersToo).map(Difference::kind);
  }

  private static EngineAnswer answer(boolean complete, String... outcomes) {
    return new EngineAnswer(
        complete, ImmutableSet.of(), ImmutableSet.of(), false, ImmutableSortedSet.copyOf(outcomes));
  }

  private static EngineAnswer fails(int line) {
    ImmutableSortedSet<SourceLine> place = ImmutableSortedSet.of(new SourceLine("p.c", line));
    return new EngineAnswer(
        true, ImmutableSet.of(), ImmutableSet.of(place), false, ImmutableSortedSet.of());
  }

  /** A race of a put at a line with another access at line 9. */
  private static EngineAnswer races(int line, Use second) {
    var lines = ImmutableList.of(new SourceLine("p.c", line, 5), new SourceLine("p.c", 9, 5));
    var identity =
        new FindingIdentity(
            FindingKind.CONFLICT, lines, Use.PUT_VALUE + " " + second, ImmutableList.of());
    return new EngineAnswer(
        true,
        ImmutableSet.of(new EngineAnswer.Race(identity, second == Use.FREE)),
        ImmutableSet.of(),
        false,
        ImmutableSortedSet.of());
  }
}
