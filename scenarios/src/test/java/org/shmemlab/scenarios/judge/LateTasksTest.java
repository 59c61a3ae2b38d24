package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Tasks of a stream that start late: the steps of the host before it queued them happen-before
 * them.
 */
class LateTasksTest {
  private static String program(String statements) {
    return """
    #include <nvshmem.h>
    #include <nvshmemx.h>
    #include <stdio.h>
    __global__ void look(long *x, uint64_t *f) {
      nvshmem_signal_wait_until(f, NVSHMEM_CMP_EQ, 1);
      printf("%%ld", nvshmem_long_atomic_fetch(x, nvshmem_my_pe()));
    }
    int main() {
      nvshmem_init();
      long *x = (long *)nvshmem_calloc(1, sizeof(long));
      uint64_t *s = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
      cudaStream_t a;
      cudaStreamCreate(&a);
      if (nvshmem_my_pe() == 0) {
        nvshmemx_signal_wait_until_on_stream(s, NVSHMEM_CMP_EQ, 1, a);
        %s
        nvshmemx_quiet_on_stream(a);
        nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 0);
      } else {
        look<<<1, 1>>>(x, s + 1);
      }
      cudaDeviceSynchronize();
      nvshmem_barrier_all();
      nvshmem_finalize();
    }\
    """
        .formatted(statements);
  }

  private static final String TASK =
      "nvshmemx_signal_op_on_stream(s + 1, 1, NVSHMEM_SIGNAL_SET, 1, a);\n";
  private static final String FENCED = "nvshmem_long_atomic_set(x, 1, 1);\nnvshmem_fence();\n";

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aFenceOfTheHostOrdersOnlyTasksThatAreQueuedLater(Engine engine) {
    assertThat(outcomes(engine, FENCED + TASK)).containsExactly("1");
    assertThat(outcomes(engine, TASK + FENCED)).containsExactly("0", "1");
  }

  private static Iterable<String> outcomes(Engine engine, String statements) {
    Exploration found =
        Checked.explore(engine, Profile.NVSHMEM, 2, new SourceFile("late.cu", program(statements)));
    assertThat(found.findings()).isEmpty();
    return found.outcomes().keySet().stream().map(text -> text.replaceAll("\\D", "")).toList();
  }
}
