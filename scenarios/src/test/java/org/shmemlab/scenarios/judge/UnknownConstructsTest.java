package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Effort;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** What is not known is no mistake of a program, and a program that comes to it is not clean. */
class UnknownConstructsTest {
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void whereItIsReachedTheAnswerIsNotComplete(Engine engine) {
    Exploration reached = explore(engine, 7);
    assertThat(reached.findings()).isEmpty();
    assertThat(reached.complete()).isFalse();
    assertThat(reached.bound())
        .isInstanceOfSatisfying(
            Exploration.Bound.Unknown.class,
            unknown -> {
              assertThat(unknown.reached().get(0).line().line()).isEqualTo(2);
              assertThat(unknown.reached().get(0).text()).contains("wgmma.fence");
            });
    assertThat(explore(engine, 8).complete()).isTrue();
  }

  private static Exploration explore(Engine engine, int n) {
    SourceFile file =
        new SourceFile(
            "unknown.cu",
            """
            __global__ void k(int n) {
              if (n == %d) asm volatile("wgmma.fence.sync.aligned;");
            }
            int main() {
              k<<<1, 1>>>(7);
              cudaDeviceSynchronize();
            }
            """
                .formatted(n));
    Program program = CudaC.compile(file).program();
    assertThat(program).isNotNull();
    Limits limits = new Limits(engine, new Effort(10_000, 0, () -> false));
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
