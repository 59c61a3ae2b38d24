package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;

/**
 * Loads and stores through {@code nvshmem_ptr} are the thread's own accesses to memory and obey
 * CUDA (memory model, section 9).
 */
class DirectStoresTest {
  private static final String SIGNAL = "nvshmemx_signal_op(f, 1, NVSHMEM_SIGNAL_SET, 1);";
  private static final String WAIT = "nvshmem_signal_wait_until(f, NVSHMEM_CMP_EQ, 1); ";

  @Test
  void oneThreadsAccessesToOneAddressKeepTheirOrder() {
    String check = "*p += 3; *p += 4; if (*p != 7) nvshmem_global_exit(1);";
    assertThat(kinds("if (threadIdx.x == 0) { " + check + " }", "", "")).isEmpty();
    assertThat(kinds("*p += 3;", "", "")).containsExactly(FindingKind.CONFLICT);
    assertThat(
            kinds(
                "if (threadIdx.x == 0) *p = 3; __syncthreads(); if (threadIdx.x) *p = 4;", "", ""))
        .isEmpty();
    assertThat(kinds("if (!threadIdx.x) { *p = 3; atomicAdd((int *)p, 1); *p = 5; }", "", ""))
        .isEmpty();
  }

  @Test
  void anOperationOfTheLibraryIsNoAccessOfTheThread() {
    assertThat(kinds("if (threadIdx.x == 0) { *p = 3; nvshmem_long_p(x, 4, 1); }", "", ""))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds("if (threadIdx.x == 0) { nvshmem_long_p(x, 4, 1); *p = 3; }", "", ""))
        .containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"__threadfence_system();", "nvshmem_fence();", "nvshmem_quiet();"})
  void aFenceForAllGpusOrdersThem(String fence) {
    String store =
        "if (threadIdx.x == 0) { *p = 1; %s nvshmemx_signal_op(f, 1, 9, 1); }"
            .replace("9", "NVSHMEM_SIGNAL_SET");
    String load = WAIT + "if (x[0] != 1) nvshmem_global_exit(1);";
    assertThat(kinds(store.formatted(fence), load, "")).isEmpty();
    assertThat(kinds(store.formatted("__threadfence();"), load, ""))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(store.formatted(""), load, "")).containsExactly(FindingKind.CONFLICT);
    // its own load of the word does not make the store visible to others
    assertThat(kinds(store.formatted("x[1] = *p;"), load, ""))
        .containsExactly(FindingKind.CONFLICT);
  }

  @Test
  void theEndOfAKernelMakesThemVisibleBeforeWhatFollows() {
    String store = "if (threadIdx.x == 0) *p = 1;";
    String load = WAIT + "if (x[0] != 1) nvshmem_global_exit(1);";
    assertThat(kinds(store, load, "if (me == 0) tell<<<1, 1>>>(f);")).isEmpty();
    assertThat(
            kinds(
                store,
                load,
                "cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);"
                    + " if (me == 0) tell<<<1, 1, 0, s>>>(f); cudaStreamDestroy(s);"))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(
            kinds(
                store,
                load,
                "cudaDeviceSynchronize(); if (me == 0) nvshmemx_signal_op_on_stream(f, 1,"
                    + " NVSHMEM_SIGNAL_SET, 1, 0);"))
        .isEmpty();
  }

  private static Iterable<FindingKind> kinds(String zero, String one, String then) {
    return EveryEngine.kinds(2, program(zero.replace("SIGNAL;", SIGNAL), one, then));
  }

  private static String program(String zero, String one, String then) {
    return """
    #include <nvshmem.h>
    #include <nvshmemx.h>
    __global__ void k(long *x, uint64_t *f, int me) {
      long *p = (long *)nvshmem_ptr(x, 1);
      if (me == 0) {
        %s
      } else if (threadIdx.x == 0) {
        %s
      }
    }
    __global__ void tell(uint64_t *f) { nvshmemx_signal_op(f, 1, NVSHMEM_SIGNAL_SET, 1); }
    int main() {
      nvshmem_init();
      long *x = (long *)nvshmem_calloc(2, sizeof(long));
      uint64_t *f = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
      int me = nvshmem_my_pe();
      k<<<1, 2>>>(x, f, me);
      %s
      cudaDeviceSynchronize();
      nvshmem_finalize();
    }
    """
        .formatted(zero, one, then);
  }
}
