// Tickets from one counter: every thread of every PE draws a number, and no number comes twice.
//
// run: shmemlab run examples/atomic_ticket.cu -n 4
// check: shmemlab check examples/atomic_ticket.cu -n 2 -D BLOCKS=1 -D THREADS=3
// look at: who draws which ticket depends on the schedule, but a ticket belongs to one thread
// alone, so all of them may write their names into one list with plain puts.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef THREADS
#define THREADS 8
#endif
#define TICKETS (BLOCKS * THREADS)  // per PE

__global__ void draw(uint64_t *counter, int *names) {
  uint64_t ticket = nvshmem_uint64_atomic_fetch_inc(counter, 0);
  nvshmem_int_p(names + ticket, nvshmem_my_pe() + 1, 0);
}

int main(void) {
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), all = npes * TICKETS;
  uint64_t *counter = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  int *names = (int *)nvshmem_calloc(all, sizeof(int));

  draw<<<BLOCKS, THREADS, 0, stream>>>(counter, names);
  CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaStreamSynchronize(stream));

  if (mype == 0) {
    uint64_t drawn;
    int *name = (int *)malloc(all * sizeof(int));
    CHECK(cudaMemcpy(&drawn, counter, sizeof(drawn), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(name, names, all * sizeof(int), cudaMemcpyDeviceToHost));
    for (int pe = 0; pe < npes; pe++) {
      int held = 0;
      for (int i = 0; i < all; i++) held += name[i] == pe + 1;
      printf("PE %d holds %d tickets\n", pe, held);
    }
    printf("tickets drawn: %d of %d\n", (int)drawn, all);
    free(name);
  }

  nvshmem_free(names);
  nvshmem_free(counter);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
