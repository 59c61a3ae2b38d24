// OpenMP tasks over OpenSHMEM: each task fetches a piece from another PE while others compute.
//
// run: shmemlab run examples/osh_tasks.c -n 4
// check: shmemlab check examples/osh_tasks.c -n 2 -D PIECES=1
// look at: a fetch and the sum over what it fetched are two tasks, ordered by depend alone, so the
// pieces overlap; a get is complete when it returns, and its task with it. The taskwait is
// before the total; without it, the tasks are still under way.
#include <omp.h>
#include <shmem.h>
#include <stdio.h>

#ifndef PIECES
#define PIECES 2
#endif
#define LENGTH 2

static long data[PIECES * LENGTH];

int main(void) {
  int level;
  long fetched[PIECES][LENGTH], sums[PIECES], total = 0;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
  int me = shmem_my_pe(), from = (me + 1) % shmem_n_pes();
  for (int i = 0; i < PIECES * LENGTH; i++) data[i] = 10 * me + i;
  shmem_barrier_all();

#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int p = 0; p < PIECES; p++) {
#pragma omp task depend(out : fetched[p])
      shmem_long_get(fetched[p], data + p * LENGTH, LENGTH, from);
#pragma omp task depend(in : fetched[p])
      {
        sums[p] = 0;
        for (int i = 0; i < LENGTH; i++) sums[p] += fetched[p][i];
      }
    }
#pragma omp taskwait
    for (int p = 0; p < PIECES; p++) total += sums[p];
  }
  printf("PE %d: %ld\n", me, total);
  shmem_finalize();
  return 0;
}
