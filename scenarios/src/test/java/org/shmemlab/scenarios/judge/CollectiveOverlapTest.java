package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Source and destination of a collective at every distance: they must be apart, or the same where
 * the documents allow it in place (OpenSHMEM 1.6, "Invoking OpenSHMEM Operations").
 */
class CollectiveOverlapTest {
  private static final int PLACE = 6;
  private static final int PES = 2;

  @ParameterizedTest
  @CsvSource({
    "broadcast, ', 2, 0', 2, 2, false",
    "broadcast, ', 2, 1', 2, 2, false",
    "fcollect, ', 2', 2, 4, false",
    "alltoall, ', 2', 4, 4, false",
    "sum_reduce, ', 2', 2, 2, true",
  })
  void sourceAndDestinationMustBeApartUnlessAReductionIsInPlace(
      String call, String rest, int source, int destination, boolean inPlace) {
    SourceFile file =
        Checked.openshmem(
            "static long words[16]; shmem_long_"
                + call
                + "(SHMEM_TEAM_WORLD, words + atoi(argv[1]), words + 6"
                + rest
                + ");");
    file =
        new SourceFile(file.path(), file.text().replace("main(void)", "main(int c, char **argv)"));
    Program program = Checked.compiled(file);
    for (int to = 0; to < 12; to++) {
      boolean apart = to + destination <= PLACE || PLACE + source <= to;
      boolean allowed = apart || (inPlace && to == PLACE);
      assertThat(kinds(file, program, to))
          .as("%s to %s", call, to)
          .isEqualTo(allowed ? ImmutableList.of() : ImmutableList.of(FindingKind.MISUSE));
    }
  }

  private static ImmutableList<FindingKind> kinds(SourceFile file, Program program, int to) {
    ImmutableList<String> arguments = ImmutableList.of(Integer.toString(to));
    Job job = new Job(PES, PES, arguments, ImmutableMap.of(), Job.Gpu.H200);
    ExplorationLimits limits = new ExplorationLimits(10_000, () -> false);
    return ProgramJudgement.of(file, program, job, ImmutableList.of(Profile.OPENSHMEM), limits)
        .findings()
        .stream()
        .map(ProgramJudgement.Found::kind)
        .collect(ImmutableList.toImmutableList());
  }
}
