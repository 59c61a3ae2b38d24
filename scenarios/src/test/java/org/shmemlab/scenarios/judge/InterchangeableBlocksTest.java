package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * States that differ only in which block is which are one, and blocks that something distinguishes
 * stay apart.
 */
class InterchangeableBlocksTest {
  private static final String PROGRAM =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <nvshmem.h>
      __device__ int next, serving, count, seen;
      __device__ void lock(int ticket) {
        while (atomicAdd(&serving, 0) != ticket);
        __threadfence();
      }
      __device__ void unlock() {
        __threadfence();
        atomicAdd(&serving, 1);
      }
      __global__ void enter(int which) {
        __shared__ int own;
        switch (which) {
      CASES
        }
      }
      int main(int argc, char **argv) {
        int zero = 0, last;
        cudaMemcpyToSymbol(next, &zero, sizeof(int));
        cudaMemcpyToSymbol(serving, &zero, sizeof(int));
        cudaMemcpyToSymbol(count, &zero, sizeof(int));
        cudaMemcpyToSymbol(seen, &zero, sizeof(int));
        enter<<<atoi(argv[2]), 1>>>(atoi(argv[1]));
        cudaDeviceSynchronize();
        cudaMemcpyFromSymbol(&last, seen, sizeof(int));
        printf("%d\\n", last);
      }
      """;

  private static final ImmutableList<String> KERNELS =
      ImmutableList.of(
          "lock(atomicAdd(&next, 1)); seen = count = count + 1; unlock();",
          "int t = atomicAdd(&next, 1); lock(t); if (blockIdx.x == 1) seen = t; unlock();",
          "int me = blockIdx.x; lock(atomicAdd(&next, 1)); seen = 10 * seen + me; unlock();",
          "atomicAdd(&next, 1); seen = seen + 1;",
          "for (;;) { atomicExch(&next, 1); atomicAdd(&next, 1); atomicExch(&next, 7); }",
          "own = atomicAdd(&next, 1); __threadfence();"
              + " if (atomicAdd(&serving, 1) == 2) { __threadfence(); seen = own; }");

  private static final StatementsProgram KERNELS_OF_BLOCKS =
      StatementsProgram.of("blocks.cu", PROGRAM, KERNELS);

  private static Exploration states(int kernel, int blocks) {
    return KERNELS_OF_BLOCKS.explore(Engine.STATES, Profile.NVSHMEM, kernel, blocks);
  }

  @Test
  void ordersOfTicketsAreOne() {
    Exploration seven = states(0, 7);
    assertThat(seven.complete()).isTrue();
    assertThat(seven.findings()).isEmpty();
    assertThat(seven.states()).isLessThan(500); // there are 5,040 orders of tickets
  }

  @Test
  void aBlockThatReadsItsIndexAfterwardsIsNoOther() {
    assertThat(states(1, 3).outcomes().keySet()).hasSize(3); // it may have each ticket
  }

  @Test
  void anIndexThatWasReadBeforeCounts() {
    assertThat(states(2, 3).outcomes().keySet()).hasSize(6); // each order of three blocks
  }

  @Test
  void aRaceOfTwoOfThemIsFound() {
    assertThat(states(3, 3).findings()).anyMatch(finding -> finding.kind() == FindingKind.CONFLICT);
  }

  @Test
  void aLoopOfThemWithoutEndHasARound() {
    assertThat(states(4, 3).findings())
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Livelock.class, livelock -> assertThat(livelock.round()).isNotEmpty());
  }

  @Test
  void sharedMemoryOfEachIsItsOwn() {
    assertThat(states(5, 3).outcomes().keySet()).hasSize(3);
  }
}
