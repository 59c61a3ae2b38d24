// Bug gallery 07, after: a sync where a barrier was needed.
//
// was wrong: A two-shot all-reduce wrote its results to the peers and met them without
//   completing the writes first, so a PE could leave with an old value. A sync says that
//   every PE has arrived; puts may still be on their way.
// was missing: the quiet before the meeting.
// repaired by: nvshmem_barrier_all, which is a quiet and then a sync.
// reference: NVSHMEM release notes 3.3.9 (NVLS two-shot all-reduce)
// shmemlab: expect nothing
// run: shmemlab check gallery/07_sync_is_no_barrier/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void exchange(int *result) {
  int mype = nvshmem_my_pe();
  nvshmem_int_p(result, mype + 1, 1 - mype);
  nvshmem_barrier_all();
  printf("PE %d: %d\n", mype, *result);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *result = (int *)nvshmem_calloc(1, sizeof(int));

  void *args[] = {&result};
  nvshmemx_collective_launch((const void *)exchange, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(result);
  nvshmem_finalize();
  return 0;
}
