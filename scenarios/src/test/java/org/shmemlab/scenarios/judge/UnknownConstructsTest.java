package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** An unknown construct is no mistake of a program, and a program that reaches it is not clean. */
class UnknownConstructsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "multimem.red.release.sys.global.add.u32",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32",
        "barrier.cluster.arrive.aligned",
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
      })
  void eachIsNamedWhenItIsLoadedAndWhereItIsReached(String instruction) {
    CudaC.Compiled compiled = CudaC.compile(file(instruction + " 0, 0;", 7));
    assertThat(compiled.diagnostics()).hasSize(1);
    assertThat(compiled.diagnostics().get(0).toString())
        .startsWith("unknown.cu:2:")
        .contains("warning: not supported yet: asm: " + instruction);
    Exploration reached = explore(Engine.STATES, instruction + " 0, 0;", 7);
    assertThat(reached.complete()).isFalse();
    assertThat(reached.bound()).isInstanceOf(Exploration.Bound.Unknown.class);
    assertThat(explore(Engine.STATES, instruction + " 0, 0;", 8).complete()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void whereItIsReachedTheAnswerIsNotComplete(Engine engine) {
    Exploration reached = explore(engine, "wgmma.fence.sync.aligned;", 7);
    assertThat(reached.findings()).isEmpty();
    assertThat(reached.complete()).isFalse();
    assertThat(reached.bound())
        .isInstanceOfSatisfying(
            Exploration.Bound.Unknown.class,
            unknown -> {
              assertThat(unknown.reached().get(0).line().line()).isEqualTo(2);
              assertThat(unknown.reached().get(0).text()).contains("wgmma.fence");
            });
    assertThat(explore(engine, "wgmma.fence.sync.aligned;", 8).complete()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void anOperatorOfMpiThatIsChosenAtRunTimeIsNoMistakeEither(Engine engine) {
    SourceFile file =
        new SourceFile(
            "unknown.c",
            """
            #include <mpi.h>
            int main(int argc, char **argv) {
              MPI_Init(&argc, &argv);
              MPI_Op operator = argc > 5 ? MPI_SUM : MPI_LAND;
              int mine = 1, all;
              MPI_Allreduce(&mine, &all, 1, MPI_INT, operator, MPI_COMM_WORLD);
              MPI_Finalize();
            }
            """);
    Exploration reached = explore(engine, file);
    assertThat(reached.findings()).isEmpty();
    assertThat(reached.complete()).isFalse();
    assertThat(reached.bound()).isInstanceOf(Exploration.Bound.Unknown.class);
  }

  private static SourceFile file(String instruction, int n) {
    return new SourceFile(
        "unknown.cu",
        """
        __global__ void k(int n) {
          if (n == %d) asm volatile("%s");
        }
        int main() {
          k<<<1, 1>>>(7);
          cudaDeviceSynchronize();
        }
        """
            .formatted(n, instruction));
  }

  private static Exploration explore(Engine engine, String instruction, int n) {
    return explore(engine, file(instruction, n));
  }

  private static Exploration explore(Engine engine, SourceFile file) {
    Program program = CudaC.compile(file).program();
    assertThat(program).isNotNull();
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(10_000, 0, () -> false));
    return ProgramJudgement.of(
            file,
            Objects.requireNonNull(program),
            Job.ofPes(1),
            ImmutableList.of(Profile.NVSHMEM),
            limits)
        .answers()
        .get(0)
        .exploration();
  }
}
