package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;

/**
 * Calls that hand a value over and order no memory (CUDA C++ Programming Guide, warp functions and
 * "Memory Fence Functions"; memory model, section 9): every schedule has them in between, and the
 * accesses before and after are unordered all the same.
 */
@Tag("compiler")
class ExchangesOrderNoMemoryTest {
  private static final String ONE_PE =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void k(int *x, unsigned *f) {
        %s
      }
      int main() {
        nvshmem_init();
        int *x = (int *)nvshmem_calloc(4, sizeof(int));
        unsigned *f = (unsigned *)nvshmem_calloc(4, sizeof(int));
        k<<<%s>>>(x, f);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  private static final String TWO_PES =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void k(long *x, long *s, uint64_t *f, int me) {
        if (me == 0) {
          %s
          if (threadIdx.x == 0) {
            nvshmem_quiet();
            nvshmemx_signal_op(f, 1, NVSHMEM_SIGNAL_SET, 1);
          }
        } else if (threadIdx.x == 0) {
          nvshmem_signal_wait_until(f, NVSHMEM_CMP_EQ, 1);
          s[0] = x[0] + x[1];
        }
      }
      int main() {
        nvshmem_init();
        long *x = (long *)nvshmem_calloc(2, sizeof(long));
        long *s = (long *)nvshmem_calloc(2, sizeof(long));
        uint64_t *f = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
        k<<<1, 2>>>(x, s, f, nvshmem_my_pe());
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  private static final String PUT = "nvshmem_long_put_nbi(x + threadIdx.x, s + threadIdx.x, 1, 1);";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__shfl_sync(3, 0, 1)",
        "__ballot_sync(3, 1)",
        "__any_sync(3, 1)",
        "__match_any_sync(3, 1)",
        "__reduce_add_sync(3, 1u)"
      })
  void aStoreBeforeAnExchangeAndALoadAfterItAreUnordered(String exchange) {
    assertThat(lanes("x[0] = 7", exchange, "x[1] = x[0]")).containsExactly(FindingKind.CONFLICT);
    assertThat(lanes("x[1] = x[0]", exchange, "x[0] = 7")).containsExactly(FindingKind.CONFLICT);
    assertThat(lanes("x[0] = 7", "__syncwarp(3);" + exchange, "x[1] = x[0]")).isEmpty();
    assertThat(lanes("x[0] = 7", exchange + "; __syncwarp(3)", "x[1] = x[0]")).isEmpty();
    assertThat(lanes("x[0] = 7", exchange + "; __syncthreads()", "x[1] = x[0]")).isEmpty();
  }

  @Test
  void sharedMemoryIsNoOtherMemory() {
    String kernel =
        "__shared__ int y; if (threadIdx.x == 1) y = 7; %s; if (!threadIdx.x) x[0] = y;";
    assertThat(onePe(kernel.formatted("__shfl_sync(3, 0, 1)"), 2))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(onePe(kernel.formatted("__syncwarp()"), 2)).isEmpty();
  }

  @Test
  void theQuietOfAnElectedLaneDoesNotCoverTheOthers() {
    String elect = "__ballot_sync(3, 1);";
    assertThat(EveryEngine.kinds(2, TWO_PES.formatted(PUT + elect)))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(EveryEngine.kinds(2, TWO_PES.formatted(PUT + "nvshmem_quiet();" + elect)))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(EveryEngine.kinds(2, TWO_PES.formatted(PUT + "__syncwarp(3);" + elect))).isEmpty();
  }

  @Test
  void anOrderThatComesByAnotherPeCounts() {
    String text =
        """
        if (me == 0) {
          if (threadIdx.x == 1) x[0] = 7;
          __ballot_sync(3, 1);
          if (threadIdx.x == 1) nvshmemx_signal_op(f, 1, NVSHMEM_SIGNAL_SET, 1);
          if (threadIdx.x == 0) {
            nvshmem_signal_wait_until(f + 1, NVSHMEM_CMP_EQ, 1);
            x[1] = x[0];
          }
        } else if (threadIdx.x == 0) {
          nvshmem_signal_wait_until(f, NVSHMEM_CMP_EQ, 1);
          nvshmemx_signal_op(f + 1, 1, NVSHMEM_SIGNAL_SET, 0);
        }
        """;
    String program =
        TWO_PES.substring(0, TWO_PES.indexOf("  if (me == 0)"))
            + text
            + TWO_PES.substring(TWO_PES.indexOf("}\nint main")).replace("calloc(1,", "calloc(2,");
    assertThat(EveryEngine.kinds(2, program)).isEmpty();
  }

  @Test
  void aRelaxedAtomicIsAFlagOnlyWithFences() {
    String flag =
        "if (blockIdx.x == 0) { x[0] = 7; %s atomicExch(f, 1u); }"
            + " else { while (atomicAdd(f, 0u) == 0) ; %s x[1] = x[0]; }";
    String fence = "__threadfence();";
    assertThat(blocks(flag.formatted("", ""))).containsExactly(FindingKind.CONFLICT);
    assertThat(blocks(flag.formatted(fence, ""))).containsExactly(FindingKind.CONFLICT);
    assertThat(blocks(flag.formatted("", fence))).containsExactly(FindingKind.CONFLICT);
    assertThat(blocks(flag.formatted(fence, fence))).isEmpty();
    assertThat(blocks(flag.formatted(fence, "__syncthreads();"))).isEmpty();
    String ofBlock = "__threadfence_block();";
    assertThat(blocks(flag.formatted(ofBlock, fence))).containsExactly(FindingKind.CONFLICT);
    assertThat(blocks(flag.formatted(fence, ofBlock))).containsExactly(FindingKind.CONFLICT);
  }

  private static Iterable<FindingKind> lanes(String one, String exchange, String zero) {
    return onePe(
        "if (threadIdx.x == 1) { %s; } %s; if (threadIdx.x == 0) { %s; }"
            .formatted(one, exchange, zero),
        2);
  }

  private static Iterable<FindingKind> onePe(String kernel, int threads) {
    return EveryEngine.kinds(1, ONE_PE.formatted(kernel, "1, " + threads));
  }

  private static Iterable<FindingKind> blocks(String kernel) {
    return EveryEngine.kinds(1, ONE_PE.formatted(kernel, "2, 1"));
  }
}
