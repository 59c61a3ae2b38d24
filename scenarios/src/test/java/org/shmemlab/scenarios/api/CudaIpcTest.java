package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;

/** Memory of a PE that another one of its node maps by a handle. */
class CudaIpcTest {
  private static final String KERNEL =
      "__global__ void put(int *there, int value) { there[1] = value; }\n";

  /**
   * PE i writes into the memory that PE i + 1 allocated; {@code order} stands in front of the read.
   */
  private static CProgram ring(String order) {
    return CProgram.nvshmem(
        KERNEL,
        """
          int next = (me + 1) %% n, *mine, got;
          void *there;
          cudaIpcMemHandle_t own, *all = (cudaIpcMemHandle_t *)nvshmem_malloc(n * sizeof own);
          cudaIpcMemHandle_t *from = (cudaIpcMemHandle_t *)nvshmem_malloc(sizeof own);
          cudaMalloc(&mine, 8);
          cudaMemset(mine, 0, 8);
          cudaIpcGetMemHandle(&own, mine);
          cudaMemcpy(from, &own, sizeof own, cudaMemcpyHostToDevice);
          for (int pe = 0; pe < n; pe++) nvshmem_putmem(all + me, from, sizeof own, pe);
          nvshmem_barrier_all();
          cudaMemcpy(&own, all + next, sizeof own, cudaMemcpyDeviceToHost);
          if (cudaIpcOpenMemHandle(&there, own, cudaIpcMemLazyEnablePeerAccess)) return 1;
          put<<<1, 1>>>((int *)there, 100 + me);
          cudaDeviceSynchronize();
          %s
          cudaMemcpy(&got, mine + 1, 4, cudaMemcpyDeviceToHost);
          printf("%%d: %%d\\n", me, got);
          nvshmem_barrier_all();
          cudaIpcCloseMemHandle(there);
          cudaFree(mine);
          nvshmem_free(from);
          nvshmem_free(all);
        """
            .formatted(order));
  }

  @Test
  void storesThroughAMappingReachTheMemoryOfTheOtherPe() {
    assertThat(ring("nvshmem_barrier_all();").run(3).lines())
        .containsExactlyInAnyOrder("0: 102", "1: 100", "2: 101");
  }

  @Test
  void aStoreThroughAMappingThatNothingOrdersIsAConflict() {
    assertThat(ring("nvshmem_barrier_all();").explore(2, Profile.NVSHMEM).findings()).isEmpty();
    assertThat(ring("").explore(2, Profile.NVSHMEM).findings()).isNotEmpty();
  }

  @Test
  void aHandleOfTheOwnProcessIsNotOpened() {
    assertThat(
            CProgram.cuda(
                    "",
                    """
                      int *mine;
                      void *again;
                      cudaIpcMemHandle_t handle;
                      cudaMalloc(&mine, 8);
                      cudaIpcGetMemHandle(&handle, mine);
                      printf("%d\\n", (int)cudaIpcOpenMemHandle(&again, handle, 1));
                      cudaFree(mine);
                    """)
                .run(1)
                .lines())
        .containsExactly("201");
  }
}
