package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that the threads of a group make together takes effect once. */
class ThreadGroupCallsTest {
  @ParameterizedTest
  @CsvSource({"block, 1, 1", "block, 70, 1", "warp, 1, 1", "warp, 33, 2", "warp, 96, 3"})
  void aPutWithASignalIsDoneOncePerGroup(String scope, int threads, int groups) {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void k(int *x, uint64_t *signal, int me, int n) {
              __shared__ int v[96];
              v[threadIdx.x] = 100 * me + threadIdx.x;
              __syncthreads();
              nvshmemx_int_put_signal_%s(x, v, blockDim.x, signal, 1, NVSHMEM_SIGNAL_ADD,
                                         (me + 1) %% n);
            }
            __global__ void show(int *x, uint64_t *signal, int threads) {
              printf("%%d %%d %%d\\n", (int)*signal, x[0], x[threads - 1]);
            }
            """
                .formatted(scope),
            """
              int *x = (int *)nvshmem_malloc(96 * sizeof(int));
              uint64_t *signal = (uint64_t *)nvshmem_calloc(1, 8);
              k<<<1, %d>>>(x, signal, me, n);
              nvshmemx_barrier_all_on_stream(0);
              show<<<1, 1>>>(x, signal, %d);
              cudaDeviceSynchronize();
              nvshmem_free(signal);
              nvshmem_free(x);
            """
                .formatted(threads, threads));
    assertThat(program.run(2).lines())
        .containsExactly(groups + " 0 " + (threads - 1), groups + " 100 " + (100 + threads - 1));
  }

  @Test
  void aCollectiveOfABlockGivesEveryThreadItsStatus() {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void k(int *to, int *from, int me) {
              from[0] = me + 1;
              int status = nvshmemx_int_sum_reduce_block(NVSHMEM_TEAM_WORLD, to, from, 1);
              if (status == 0 && threadIdx.x == blockDim.x - 1) printf("%d\\n", to[0]);
              nvshmemx_barrier_all_warp();
            }
            """,
            """
              int *to = (int *)nvshmem_malloc(4), *from = (int *)nvshmem_malloc(4);
              void *arguments[] = {&to, &from, &me};
              nvshmemx_collective_launch((void *)k, dim3(1), dim3(32), arguments, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_free(from);
              nvshmem_free(to);
            """);
    assertThat(program.run(3).lines()).containsExactly("6", "6", "6");
  }

  @Test
  void lanesThatHaveEndedAreNotWaitedFor() {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void k(int *x, int *v, int me) {
              if (threadIdx.x < 3) return;
              nvshmemx_putmem_warp(x, v, sizeof(int), 0);
            }
            __global__ void show(int *x) { printf("%d\\n", *x); }
            """,
            """
              int *x = (int *)nvshmem_calloc(1, 4), *v, one = 1;
              cudaMalloc((void **)&v, 4);
              cudaMemcpy(v, &one, 4, cudaMemcpyHostToDevice);
              k<<<1, 20>>>(x, v, me);
              show<<<1, 1>>>(x);
              cudaDeviceSynchronize();
              cudaFree(v);
              nvshmem_free(x);
            """);
    assertThat(program.run(1).lines()).containsExactly("1");
  }

  @Test
  void aThreadThatStaysAwayIsMissed() {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void k(int *x) {
              if (threadIdx.x < 7) nvshmemx_barrier_all_block();
              else __syncwarp(0xffffff80u);
              nvshmem_int_wait_until(x, NVSHMEM_CMP_EQ, 1);
            }
            """,
            """
              int *x = (int *)nvshmem_calloc(1, 4);
              k<<<1, 8>>>(x);
              cudaDeviceSynchronize();
            """);
    assertThat(program.run(1).waits()).contains("wait in a block barrier: 7 of 8 have arrived");
  }
}
