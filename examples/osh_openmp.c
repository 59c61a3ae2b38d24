// OpenSHMEM in C with OpenMP: every thread has a context of its own.
//
// run: shmemlab run examples/osh_openmp.c -n 4
// check: shmemlab check examples/osh_openmp.c -n 2
// look at: a quiet of a context waits for the puts of its thread alone, so no thread waits for
// another; the end of the region brings all of them under the reduction of main.
#include <omp.h>
#include <shmem.h>
#include <stdio.h>

#define THREADS 2

static long inbox[THREADS];
static long sum, total;

int main(void) {
  int level;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
  int me = shmem_my_pe();
  int right = (me + 1) % shmem_n_pes();

#pragma omp parallel num_threads(THREADS)
  {
    int thread = omp_get_thread_num();
    shmem_ctx_t context;
    shmem_ctx_create(SHMEM_CTX_PRIVATE, &context);
    shmem_ctx_long_p(context, &inbox[thread], 10 * me + thread, right);
    shmem_ctx_quiet(context);
    shmem_ctx_destroy(context);
  }
  shmem_barrier_all();

  for (int i = 0; i < THREADS; i++) sum += inbox[i];
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &total, &sum, 1);
  printf("PE %d has %ld of %ld\n", me, sum, total);
  shmem_finalize();
  return 0;
}
