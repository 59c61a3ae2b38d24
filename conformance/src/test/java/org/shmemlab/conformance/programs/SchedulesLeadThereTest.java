package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.FirstState;
import org.shmemlab.testing.Draws;

/**
 * Checks that the schedule of a hang or failure leads there. Engines cut executions into different
 * steps, so one that followed another's choices would end elsewhere.
 */
@Tag("random")
class SchedulesLeadThereTest {
  private static final long LOOKS = 1_500;

  @ParameterizedTest
  @ValueSource(longs = {1, 11, 21, 31, 41, 51, 51_016_183, 70_000_784, 70_001_327, 70_001_488})
  void aReplayOfTheScheduleReachesTheFinding(long first) {
    for (long seed = first; seed < first + Draws.of(10); seed++) {
      WholeProgram program = WholePrograms.draw(new SeededChoices(seed));
      Program compiled =
          Objects.requireNonNull(CudaC.compile(program.file(Spelling.LIBRARY)).program());
      Machine start = FirstState.of(compiled, Job.ofPes(program.pes()), program.profile());
      Conflicts conflicts = new Conflicts(new Specification(program.profile()));
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
        long[] left = {LOOKS};
        SearchOptions options =
            new SearchOptions(
                engine == Engine.RANDOM ? 20 : Integer.MAX_VALUE, 0, () -> left[0]-- <= 0);
        engine
            .explore(start, Optional.of(conflicts), _ -> "", options)
            .findings()
            .forEach(finding ->
                assertThat(isThere(start, finding)).as("%s: %s", engine, finding).isTrue());
      }
    }
  }

  private static boolean isThere(Machine start, Finding finding) {
    Walk walk = new Walk(start, Optional.empty());
    finding.witness().choices().forEach(walk::take);
    if (!finding.accesses().isEmpty() || finding instanceof Finding.Stale) {
      return true; // ReplayFileTest has these
    }
    if (finding instanceof Finding.Livelock) {
      return walk.findings().isEmpty() && !walk.enabled().isEmpty();
    }
    return Stream.concat(walk.findings().stream(), mismatch(walk, finding))
        .anyMatch(found -> found.identity().equals(finding.identity()));
  }

  // Other agents may loop for ever next to collectives that do not match.
  private static Stream<Finding> mismatch(Walk walk, Finding told) {
    return walk
        .machine()
        .mismatch()
        .<Finding>map(failure -> new Finding.Failure(failure, told.witness()))
        .stream();
  }
}
