package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks what is found past a conflict, and that the consequences of one are not reported. */
@Tag("compiler")
class FurtherFindingsTest {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(20_000, () -> false);

  private static ProgramJudgement judged(String kernel) {
    SourceFile source =
        new SourceFile(
            "phases.cu",
            """
            #include <assert.h>
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void phases(int *x, int pe) {
            %s
            }
            int main() {
              nvshmem_init();
              int pe = nvshmem_my_pe();
              int *x = (int *)nvshmem_calloc(8, sizeof(int));
              void *a[] = {&x, &pe};
              nvshmemx_collective_launch((const void *)phases, 1, 1, a, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """
                .formatted(kernel));
    Program program = Checked.compiled(source);
    return ProgramJudgement.of(
            source, program, Job.ofPes(2), ProgramJudgement.profiles(program), LIMITS)
        .pastConflicts(program, LIMITS)
        .withRepairs(program, LIMITS);
  }

  private static List<Integer> lines(List<Found> found) {
    return found.stream().map(one -> one.finding().line().line()).toList();
  }

  @Test
  void aConflictIsRepairedAndTheOneThatItHidesIsFound() {
    ProgramJudgement judgement =
        judged(
            """
              if (pe == 0) nvshmem_int_p(x, 1, 1);
              if (pe == 1) x[4] = x[0];
              nvshmem_barrier_all();
              if (pe == 0) nvshmem_int_p(x + 1, 1, 1);
              nvshmem_barrier_all();
              if (pe == 1) x[5] = x[1];
              if (pe == 0) nvshmem_int_p(x + 2, 1, 1);
              if (pe == 1) x[6] = x[2];\
            """);
    assertThat(lines(judgement.findings())).containsExactly(6);
    assertThat(judgement.findings().get(0).repairs())
        .hasValueSatisfying(result -> assertThat(result.repair()).isPresent());
    assertThat(lines(judgement.further())).containsExactly(12);
  }

  @Test
  void aConsequenceOfAConflictIsGoneWithItsRepair() {
    ProgramJudgement judgement =
        judged(
            """
              if (pe == 0) nvshmem_int_p(x, 1, 1);
              if (pe == 1) assert(x[0] == 1);\
            """);
    assertThat(lines(judgement.findings())).containsExactly(6);
    assertThat(judgement.further()).isEmpty();
  }

  @Test
  void withoutConflictsThereIsNothingToGoPast() {
    ProgramJudgement judgement = judged("  if (pe == 0) nvshmem_int_p(x, 1, 1);");
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.further()).isEmpty();
  }
}
