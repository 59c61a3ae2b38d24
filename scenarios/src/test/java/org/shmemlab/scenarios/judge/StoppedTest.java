package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A check that is stopped ends on the way to its first state, too: there a grid of thousands of
 * blocks puts as many operations in flight, which may take hours.
 */
class StoppedTest {
  private static final String GRID =
      """
      #include <nvshmem.h>
      __global__ void count(int *present) { nvshmem_int_atomic_inc(present, 0); }
      int main() {
        nvshmem_init();
        int *present = (int *)nvshmem_calloc(1, sizeof(int));
        count<<<500, 1>>>(present);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  private static final Program PROGRAM =
      Objects.requireNonNull(CudaC.compile(new SourceFile("grid.cu", GRID)).program());

  @Test
  void whileInvisibleOperationsAreExecuted() {
    Machine machine = FirstState.of(PROGRAM, Job.ofPes(2), Profile.NVSHMEM);
    assertThatThrownBy(() -> new Steps(machine).unless(() -> true).settle())
        .isInstanceOf(Cancelled.class);
    assertThat(machine.inFlight().issued()).isLessThan(500);
  }

  @ParameterizedTest
  @EnumSource
  void inEveryEngine(Engine engine) {
    AtomicInteger asked = new AtomicInteger();
    SearchOptions options = new SearchOptions(1_000, 1, () -> asked.incrementAndGet() > 1);
    Exploration exploration =
        new ExplorationLimits(engine, options)
            .explore(PROGRAM, Job.ofPes(2), Profile.NVSHMEM, _ -> "end");
    assertThat(exploration.bound()).isInstanceOf(Exploration.Bound.Stopped.class);
    assertThat(exploration.outcomes()).isEmpty();
    if (engine == Engine.STATES) {
      assertThat(exploration.states()).isZero();
    }
  }
}
