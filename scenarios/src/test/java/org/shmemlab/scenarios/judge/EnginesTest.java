package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/** Random schedules against all states, on tests that are small enough for both. */
class EnginesTest {
  private static final ExplorationLimits ALL = new ExplorationLimits(300_000, () -> false);
  private static final int SCHEDULES = 100;

  @Test
  void randomSchedulesShowOnlyWhatAllStatesShowAndFindWhatIsWrong() throws IOException {
    for (LitmusProgram program : programs("waits", "signals", "races")) {
      String name = program.test().name();
      Exploration all = explore(program, ALL);
      Exploration random = explore(program, randomly(1));
      assertThat(random.bound()).as(name).isEqualTo(new Bound.Schedules(SCHEDULES, 0));
      assertThat(all.outcomes().keySet()).as(name).containsAll(random.outcomes().keySet());
      assertThat(kinds(random)).as(name).isEqualTo(kinds(all));
      for (Finding finding : random.findings()) {
        int shortest =
            all.findings().stream().mapToInt(EnginesTest::steps).min().orElse(Integer.MAX_VALUE);
        assertThat(steps(finding)).as(name).isBetween(shortest, 2 * shortest);
      }
    }
  }

  @Test
  void theSeedDecidesEverything() throws IOException {
    for (LitmusProgram program : programs("waits")) {
      Exploration once = explore(program, randomly(7));
      Exploration again = explore(program, randomly(7));
      assertThat(again.outcomes()).isEqualTo(once.outcomes());
      assertThat(again.states()).isEqualTo(once.states());
      assertThat(again.findings().stream().map(Finding::witness))
          .isEqualTo(once.findings().stream().map(Finding::witness).toList());
    }
  }

  private static int steps(Finding finding) {
    return finding.witness().choices().length();
  }

  private static List<FindingKind> kinds(Exploration exploration) {
    return exploration.findings().stream().map(Finding::kind).distinct().sorted().toList();
  }

  private static ExplorationLimits randomly(long seed) {
    return new ExplorationLimits(Engine.RANDOM, new SearchOptions(SCHEDULES, seed, () -> false));
  }

  private static Exploration explore(LitmusProgram program, ExplorationLimits limits) {
    return LitmusJudgement.of(program, ImmutableList.of(Profile.NVSHMEM), limits)
        .answers()
        .get(0)
        .exploration();
  }

  private static List<LitmusProgram> programs(String... folders) throws IOException {
    ImmutableList.Builder<LitmusProgram> programs = ImmutableList.builder();
    for (String folder : folders) {
      try (var paths = Files.list(Path.of("..", "litmus", folder))) {
        for (Path path : paths.sorted().toList()) {
          programs.add(
              Objects.requireNonNull(
                  Litmus.compile(SourceFile.read(path)).program(), path::toString));
        }
      }
    }
    return programs.build();
  }
}
