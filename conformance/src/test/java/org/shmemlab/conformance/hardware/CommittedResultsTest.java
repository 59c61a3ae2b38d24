package org.shmemlab.conformance.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.ProgramRun;
import org.shmemlab.scenarios.observed.ResultComparison;
import org.shmemlab.scenarios.observed.Results;

@Tag("catalogue")
@Tag("whole")
@TestInstance(Lifecycle.PER_CLASS)
class CommittedResultsTest {
  private static final long STATES = 200_000;

  private ResultComparison comparison =
      new ResultComparison(ImmutableList.of(), ImmutableList.of());

  @BeforeAll
  void compare() throws IOException, Results.Malformed {
    List<Results> results = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("../results"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".jsonl")).sorted().toList()) {
        results.add(Results.read(file));
      }
    }
    comparison = ResultComparison.of(results, new ExplorationLimits(STATES, () -> false));
  }

  @Test
  void everythingThatWasSeenIsInsideTheRulesOfItsTransport() {
    assertThat(comparison.tests()).hasSizeGreaterThan(200);
    assertThat(comparison.tests().stream().filter(test -> !test.unexplained().isEmpty()))
        .extracting(Compared::name)
        .isEmpty();
    assertThat(comparison.tests())
        .allSatisfy(
            test -> assertThat(test.shown().orElseThrow().exploration().complete()).isTrue());
  }

  @Test
  void onlyTheWaitForASignalAndTheSyncBreakThePromise() {
    assertThat(comparison.tests().stream().filter(test -> !test.forbidden().isEmpty()))
        .isNotEmpty()
        .extracting(test -> test.observed().get(0).program().test().source().text())
        .allMatch(text -> text.contains("signal_wait_until") || text.contains("sync"));
  }

  @Test
  void programsWithoutABugPrintWhatTheModelPredicts() {
    assertThat(comparison.programs().stream().filter(one -> !one.announcesBug()))
        .hasSizeGreaterThan(100)
        .allMatch(ProgramRun::good);
  }
}
