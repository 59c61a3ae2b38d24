package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A copy between threads or memories needs no value until a thread uses it, and ends by itself. */
class ThreadCopiesTest {
  private static final String SHUFFLE =
      """
      __global__ void k(int from) {
        float value;
        int lane = threadIdx.x;
        if (lane < 1) value = 7;
        float got = __shfl_sync(0xffffffff, value, from);
        if (lane == 5) printf("%g\\n", got);
      }
      """;

  @Test
  void aLaneMayGiveAShuffleAValueThatWasNeverWritten() {
    CProgram program = CProgram.cuda(SHUFFLE, "k<<<1, 32>>>(0); cudaDeviceSynchronize();");
    assertThat(program.run(1).lines()).containsExactly("7");
  }

  @Test
  void aLaneThatUsesSuchAValueIsReported() {
    CProgram program = CProgram.cuda(SHUFFLE, "k<<<1, 32>>>(3); cudaDeviceSynchronize();");
    assertThat(program.run(1).failure()).contains("a value that was never written");
  }

  @Test
  void bulkStoresThatNothingWaitsForAreOverWithTheirGrid() {
    CProgram program =
        CProgram.cuda(
            """
            __global__ void k(int *out) {
              __shared__ __align__(16) int buffer[4];
              if (threadIdx.x == 0) {
                for (int i = 0; i < 4; i++) buffer[i] = 3 + i;
                asm volatile("fence.proxy.async.shared::cta;");
                asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
                    :: "l"(out), "r"((unsigned)__cvta_generic_to_shared(buffer)) : "memory");
                asm volatile("cp.async.bulk.commit_group;");
              }
            }
            """,
            """
              int *out, here[4];
              cudaMalloc(&out, 16);
              k<<<1, 32>>>(out);
              cudaMemcpy(here, out, 16, cudaMemcpyDeviceToHost);
              printf("%d %d\\n", here[0], here[3]);
            """);
    assertThat(program.run(1).lines()).containsExactly("3 6");
  }
}
