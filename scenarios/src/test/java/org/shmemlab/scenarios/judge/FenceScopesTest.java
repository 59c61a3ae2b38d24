package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.spec.Profile;

/**
 * A thread stores, fences and sets a flag; another sees the flag, fences and loads. That is right
 * if both fences and both atomics hold both threads in their scope (PTX ISA, "Memory Consistency
 * Model", sections "Scope" and "Morally strong operations"), wherever the two threads are.
 */
class FenceScopesTest {
  /** Where the two threads are, and the least scope that holds both. */
  private enum Threads {
    OF_A_BLOCK(1, ThreadScope.BLOCK),
    OF_TWO_BLOCKS(1, ThreadScope.DEVICE),
    OF_TWO_KERNELS(1, ThreadScope.DEVICE),
    OF_A_KERNEL_AND_THE_HOST(1, ThreadScope.SYSTEM),
    OF_THE_HOST_AND_A_KERNEL(1, ThreadScope.SYSTEM),
    OF_TWO_GPUS(2, ThreadScope.SYSTEM);

    final int pes;
    final ThreadScope distance;

    Threads(int pes, ThreadScope distance) {
      this.pes = pes;
      this.distance = distance;
    }

    List<ThreadScope> reaches(boolean first) {
      Threads host = first ? OF_THE_HOST_AND_A_KERNEL : OF_A_KERNEL_AND_THE_HOST;
      return this == host ? List.of(ThreadScope.SYSTEM) : List.of(ThreadScope.values());
    }
  }

  private static final List<String> LAUNCHES =
      ImmutableList.of(
          "either<<<1, 64>>>(x, fence, exchange, behind, add);",
          "either<<<2, 1>>>(x, fence, exchange, behind, add);",
          "writer<<<1, 1, 0, s>>>(x, fence, exchange); reader<<<1, 1>>>(x, behind, add);",
          """
          writer<<<1, 1>>>(x, fence, exchange);
          while (__atomic_load_n(x + 1, __ATOMIC_ACQUIRE) != 1);
          x[2] = x[0];
          """,
          """
          reader<<<1, 1>>>(x, behind, add);
          x[0] = 7;
          __atomic_store_n(x + 1, 1, __ATOMIC_RELEASE);
          """,
          """
          if (nvshmem_my_pe()) writer<<<1, 1>>>((int *)nvshmem_ptr(y, 0), fence, exchange);
          else reader<<<1, 1>>>(y, behind, add);
          """);

  // Arguments of a program are the numbers of the scopes, in the order of Reach.
  private static final String PROGRAM =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <cstdlib>
      __device__ void fenceOf(int scope) {
        if (scope == 0) __threadfence_block();
        if (scope == 1) __threadfence();
        if (scope == 2) __threadfence_system();
      }
      __device__ void write(int *x, int fence, int exchange) {
        x[0] = 7;
        fenceOf(fence);
        if (exchange == 0) atomicExch_block(x + 1, 1);
        if (exchange == 1) atomicExch(x + 1, 1);
        if (exchange == 2) atomicExch_system(x + 1, 1);
      }
      __device__ void read(int *x, int fence, int add) {
        if (add == 0) while (atomicAdd_block(x + 1, 0) != 1);
        if (add == 1) while (atomicAdd(x + 1, 0) != 1);
        if (add == 2) while (atomicAdd_system(x + 1, 0) != 1);
        fenceOf(fence);
        x[2] = x[0];
      }
      __global__ void writer(int *x, int fence, int exchange) { write(x, fence, exchange); }
      __global__ void reader(int *x, int fence, int add) { read(x, fence, add); }
      __global__ void either(int *x, int fence, int exchange, int behind, int add) {
        int thread = blockIdx.x * blockDim.x + threadIdx.x;
        if (thread == 0) write(x, fence, exchange);
        else if (thread == gridDim.x * blockDim.x - 1) read(x, behind, add);
      }
      static void launch(int *x, int *y, int which, int fence, int exchange, int behind, int add) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        switch (which) {
      CASES
        }
      }
      int main(int argc, char **argv) {
        nvshmem_init();
        int *x;
        cudaMallocHost(&x, 3 * sizeof(int));
        for (int i = 0; i < 3; i++) x[i] = 0;
        int *y = (int *)nvshmem_calloc(3, sizeof(int));
        launch(x, y, atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void everyFenceAndAtomicHasToHoldBothThreads(Engine engine) {
    StatementsProgram program = StatementsProgram.of("a.cu", PROGRAM, LAUNCHES);
    for (Threads threads : Threads.values()) {
      for (ThreadScope fence : threads.reaches(true)) {
        for (ThreadScope exchange : threads.reaches(true)) {
          for (ThreadScope behind : threads.reaches(false)) {
            for (ThreadScope add : threads.reaches(false)) {
              List<ThreadScope> scopes = List.of(fence, exchange, behind, add);
              boolean right =
                  scopes.stream().allMatch(scope -> scope.compareTo(threads.distance) >= 0);
              assertThat(kinds(program, threads, engine, scopes))
                  .as("threads %s, scopes %s", threads, scopes)
                  .isEqualTo(right ? Set.of() : Set.of(FindingKind.CONFLICT));
            }
          }
        }
      }
    }
  }

  private static Set<FindingKind> kinds(
      StatementsProgram program, Threads threads, Engine engine, List<ThreadScope> scopes) {
    int[] arguments = new int[1 + scopes.size()];
    arguments[0] = threads.ordinal();
    for (int i = 0; i < scopes.size(); i++) {
      arguments[1 + i] = scopes.get(i).ordinal();
    }
    Exploration all = program.explore(threads.pes, engine, Profile.NVSHMEM, arguments);
    assertThat(all.complete()).isTrue();
    return all.findings().stream().map(Finding::kind).collect(Collectors.toSet());
  }
}
