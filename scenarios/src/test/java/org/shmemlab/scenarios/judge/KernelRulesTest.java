package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;

/** The rules of CUDA and NVSHMEM for a kernel that synchronises: every thread, the right launch. */
@Tag("compiler")
class KernelRulesTest {
  private static final String PROGRAM =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void k(int *x) {
        %s
      }
      int main() {
        nvshmem_init();
        int *x = (int *)nvshmem_calloc(4, sizeof(int));
        void *arguments[] = {&x};
        %s;
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;
  private static final String PLAIN = "k<<<1, 2>>>(x)";
  private static final String ONE_THREAD = "k<<<1, 1>>>(x)";
  private static final String COOPERATIVE =
      "cudaLaunchCooperativeKernel((void *)k, dim3(1), dim3(1), arguments, 0, 0)";
  private static final String COLLECTIVE =
      "nvshmemx_collective_launch((void *)k, dim3(1), dim3(1), arguments, 0, 0)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (threadIdx.x == 0) __syncthreads();",
        "if (threadIdx.x == 1) return; __syncthreads();",
        "if (threadIdx.x == 0) __syncthreads_count(1);"
      })
  void aBlockBarrierThatAThreadDoesNotReachIsWrong(String kernel) {
    assertThat(kinds(1, kernel, PLAIN)).containsExactly(FindingKind.MISUSE);
    assertThat(EveryEngine.failures(1, PROGRAM.formatted(kernel, PLAIN)))
        .singleElement()
        .asString()
        .contains("of the block does not reach: it has ended; every thread of the block");
  }

  @Test
  void aBlockBarrierThatAllThreadsReachIsRight() {
    String twoWarps = "if (threadIdx.x / 32) __syncthreads();\nelse __syncthreads();";
    assertThat(kinds(1, twoWarps, "k<<<1, 33>>>(x)")).isEmpty();
    assertThat(kinds(1, "if (blockDim.x == 2) __syncthreads();", PLAIN)).isEmpty();
    assertThat(kinds(1, "for (int i = 0; i < 2; i++) __syncthreads();", PLAIN)).isEmpty();
  }

  /** PTX ISA, "barrier{.cta}": an aligned one is the same instruction for all of a warp. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "__syncthreads();",
        "__syncthreads_count(1);",
        "asm volatile(\"bar.sync 0;\");",
        "asm volatile(\"barrier.sync.aligned 0;\");"
      })
  void theThreadsOfAWarpNeedOnePlaceOfAnAlignedBarrier(String barrier) {
    String two = "if (threadIdx.x)\n%1$s\nelse\n%1$s".formatted(barrier);
    assertThat(kinds(1, two, PLAIN)).containsExactly(FindingKind.MISUSE);
    assertThat(EveryEngine.failures(1, PROGRAM.formatted(two, PLAIN)))
        .singleElement()
        .asString()
        .contains("thread 1 of the block", "thread 0 of its warp")
        .contains("all threads of a warp have to call the same one");
    assertThat(kinds(1, barrier + "\n" + barrier, PLAIN)).isEmpty();
  }

  @Test
  void otherBarriersMayStandAtTwoPlaces() {
    String barrier = "asm volatile(\"barrier.sync 0;\");";
    String two = "if (threadIdx.x)\n%1$s\nelse\n%1$s".formatted(barrier);
    assertThat(kinds(1, two, PLAIN)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_barrier_all();",
        "nvshmem_sync_all();",
        "nvshmem_sync(NVSHMEM_TEAM_WORLD);",
        "nvshmemx_barrier_all_block();",
        "nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, x, x + 1, 1);"
      })
  void whatMeetsOtherPesInAKernelNeedsACollectiveLaunch(String call) {
    assertThat(kinds(2, call, ONE_THREAD)).containsExactly(FindingKind.MISUSE);
    assertThat(kinds(2, call, COOPERATIVE)).containsExactly(FindingKind.MISUSE);
    assertThat(kinds(2, call, COLLECTIVE)).isEmpty();
    assertThat(EveryEngine.failures(2, PROGRAM.formatted(call, ONE_THREAD)))
        .allMatch(text -> text.contains("launch it by nvshmemx_collective_launch"));
  }

  @Test
  void atomicsOfTwoGpusNeedTheScopeOfTheSystem() {
    String add = "%s((int *)nvshmem_ptr(x, 0), 1);";
    assertThat(kinds(2, add.formatted("atomicAdd"), ONE_THREAD))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(2, add.formatted("atomicAdd_system"), ONE_THREAD)).isEmpty();
    String mixed =
        "if (nvshmem_my_pe()) " + add.formatted("atomicAdd_system") + " else atomicAdd(x, 1);";
    assertThat(kinds(2, mixed, ONE_THREAD)).containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @CsvSource({
    "_block, _block",
    "_block, ''",
    "_block, _system",
    "'', ''",
    "'', _system",
    "_system, _system"
  })
  void atomicsOfTwoBlocksNeedTheScopeOfTheDevice(String scope, String other) {
    String either =
        "if (THREAD) atomicAdd%s(x, 1); else atomicAdd%s(x, 1);".formatted(scope, other);
    boolean apart = scope.equals("_block");
    assertThat(kinds(1, either.replace("THREAD", "blockIdx.x"), "k<<<2, 1>>>(x)"))
        .isEqualTo(apart ? Set.of(FindingKind.CONFLICT) : Set.of());
    assertThat(kinds(1, either.replace("THREAD", "threadIdx.x"), PLAIN)).isEmpty();
  }

  /** A cluster is one block where no launch makes larger ones. */
  @ParameterizedTest
  @CsvSource({"cta, true", "cluster, true", "gpu, false", "sys, false"})
  void inPtxToo(String scope, boolean apart) {
    String add =
        "asm volatile(\"red.relaxed.%s.global.add.u32 [%%0], 1;\" :: \"l\"(x) : \"memory\");"
            .formatted(scope);
    Set<FindingKind> kinds = apart ? Set.of(FindingKind.CONFLICT) : Set.of();
    assertThat(kinds(1, add, "k<<<2, 1>>>(x)")).isEqualTo(kinds);
    String told =
        """
        if (blockIdx.x == 0) {
          x[0] = 1;
          asm volatile("fence.acq_rel.SCOPE;" ::: "memory");
          atomicExch(x + 1, 1);
        } else {
          while (atomicAdd(x + 1, 0) == 0);
          asm volatile("fence.acq_rel.SCOPE;" ::: "memory");
          x[2] = x[0];
        }
        """;
    assertThat(kinds(1, told.replace("SCOPE", scope), "k<<<2, 1>>>(x)")).isEqualTo(kinds);
  }

  /** A later access of the same thread to the word does not hide it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (blockIdx.x == N) { atomicAdd_block(x, 1); atomicAdd(x, 1); } else atomicAdd(x, 1);",
        "if (blockIdx.x == N) { atomicExch_block(x, 1); atomicExch(x, 5); }"
            + " else while (atomicAdd(x, 0) != 5);",
        "if (blockIdx.x == N) atomicExch(x, 4 + atomicAdd_block(x, 1));"
            + " else while (*(volatile int *)x != 4);"
      })
  void aLaterAtomicOfAWiderScopeHidesNone(String body) {
    for (String block : List.of("0", "1")) {
      assertThat(kinds(1, body.replace("N", block), "k<<<2, 1>>>(x)"))
          .containsExactly(FindingKind.CONFLICT);
    }
  }

  @Test
  void atomicsOfTwoSizesOnOneWordAreNotAtomicToEachOther() {
    String add =
        "if (threadIdx.x) atomicAdd(x + %s, 1);"
            + " else atomicAdd((unsigned long long *)x, 1ull);";
    assertThat(kinds(1, add.formatted("0"), PLAIN)).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(1, add.formatted("1"), PLAIN)).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(1, add.formatted("2"), PLAIN)).isEmpty();
    assertThat(kinds(1, "atomicAdd(x, 1);", PLAIN)).isEmpty();
  }

  private static Iterable<FindingKind> kinds(int pes, String kernel, String launch) {
    return EveryEngine.kinds(pes, PROGRAM.formatted(kernel, launch));
  }
}
