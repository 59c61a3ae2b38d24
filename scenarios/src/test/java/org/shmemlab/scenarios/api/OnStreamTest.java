package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tasks of a stream happen in the stream's order, not in the host's. */
class OnStreamTest {
  private static final String SHOW = "__global__ void show(int *x) { printf(\"%d\\n\", *x); }";

  @Test
  void everyKindOfCallWaitsForItsTurn() {
    CProgram program =
        CProgram.nvshmem(
            SHOW,
            """
              cudaStream_t s;
              cudaStreamCreate(&s);
              int next = (me + 1) % n;
              int *x = (int *)nvshmem_malloc(4 * sizeof(int));
              uint64_t *signal = (uint64_t *)nvshmem_calloc(1, 8);
              cudaMemsetAsync(x, 0, 16, s);
              nvshmemx_barrier_all_on_stream(s);
              nvshmemx_int_p_on_stream(x, 5 + me, next, s);
              nvshmemx_quiet_on_stream(s);
              nvshmemx_signal_op_on_stream(signal, 1, NVSHMEM_SIGNAL_SET, next, s);
              nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_EQ, 1, s);
              nvshmemx_int_get_on_stream(x + 1, x, 1, next, s);
              show<<<1, 1, 0, s>>>(x + 1);
              int status =
                  nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, x + 2, x, 1, s);
              nvshmemx_int_wait_until_on_stream(x + 2, NVSHMEM_CMP_GT, 0, s);
              if (status == 0) show<<<1, 1, 0, s>>>(x + 2);
              cudaStreamSynchronize(s);
              cudaStreamDestroy(s);
              nvshmem_free(signal);
              nvshmem_free(x);
            """);
    assertThat(program.run(3).lines()).containsExactly("18", "18", "18", "5", "6", "7");
  }

  @Test
  void aValueFromAStreamIsTheOneOfItsTurn() {
    CProgram program =
        CProgram.nvshmem(
            "__global__ void fill(double *x, int me) { *x = me + 0.5; }",
            """
              double *x = (double *)nvshmem_malloc(8);
              fill<<<1, 1>>>(x, me);
              nvshmemx_barrier_all_on_stream(0);
              printf("%g\\n", nvshmemx_double_g_on_stream(x, (me + 1) % n, 0));
              nvshmem_free(x);
            """);
    assertThat(program.run(2).lines()).containsExactly("0.5", "1.5");
  }

  @Test
  void aMistakeInAStreamIsReportedAtTheLineOfTheCall() {
    CProgram program =
        CProgram.nvshmem(
            "",
            """
              int *x = (int *)nvshmem_malloc(4);
              nvshmemx_int_p_on_stream(x, 1, 0, 0);
              nvshmemx_int_p_on_stream(x, 1, 9, 0);
              cudaDeviceSynchronize();
            """);
    assertThat(program.run(1).result().toString())
        .contains("test.cu:13:3: error: PE 9 is out of range");
  }
}
