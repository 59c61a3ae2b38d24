// OpenSHMEM in C: a histogram whose bins are spread over the PEs, filled by all of them at once.
//
// run: shmemlab run examples/osh_histogram.c -n 4
// check: shmemlab check examples/osh_histogram.c -n 2
// look at: many PEs may count into one bin at the same time because they use atomics; the barrier
// completes them, and only then may a PE read a bin.
#include <shmem.h>
#include <stdio.h>

#define BINS 16
#define SAMPLES 200  // per PE

static long bins[BINS];  // bin b is at index b of PE b % n

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), n = shmem_n_pes();

  unsigned random = me + 1;
  for (int i = 0; i < SAMPLES; i++) {
    random = 1664525u * random + 1013904223u;
    int bin = (random >> 24) % BINS;
    shmem_long_atomic_inc(&bins[bin], bin % n);
  }
  shmem_barrier_all();

  for (int bin = me; bin < BINS; bin += n) printf("bin %2d: %ld\n", bin, bins[bin]);
  if (me == 0) {
    long sum = 0;
    for (int bin = 0; bin < BINS; bin++) sum += shmem_long_g(&bins[bin], bin % n);
    printf("samples: %ld\n", sum);
  }
  shmem_finalize();
  return 0;
}
