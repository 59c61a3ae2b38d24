#include <omp.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
static long x[4], y[4], results[3];
static omp_lock_t lock;
int main(int argc, char **argv) {
  int chosen[9], level;
  for (int i = 0; i < 9; i++) chosen[i] = atoi(argv[2 + i]);
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    int t = omp_get_thread_num();
    long v = 1, r = 0, a = 0;
    for (int i = 0; i < 3; i++) {
      switch (chosen[3 * t + i]) {
        // one of
        x[0] = v;
        r = 10 * r + x[0];
        x[2] = x[2] + v;
        _Pragma("omp critical") x[0] = x[0] + v;
        _Pragma("omp critical") r = 10 * r + x[0];
        _Pragma("omp critical(other)") x[0] = x[0] + v;
        _Pragma("omp atomic") x[1] += v;
        _Pragma("omp atomic write") x[1] = v;
        _Pragma("omp atomic write release") x[1] = v;
        _Pragma("omp atomic read") a = x[1];
        _Pragma("omp atomic read acquire") a = x[1];
        _Pragma("omp atomic capture seq_cst") a = x[1]++;
        r = 10 * r + a;
        do { _Pragma("omp atomic read acquire") a = x[1]; } while (a == 0);
        do { _Pragma("omp atomic read") a = x[1]; } while (a == 0);
        _Pragma("omp flush");
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
        r = 10 * r + omp_test_lock(&lock);
        _Pragma("omp barrier");
        _Pragma("omp single") x[2] = v;
        _Pragma("omp single nowait") x[2] = v;
        _Pragma("omp master") x[2] = v;
        _Pragma("omp task firstprivate(v)") x[2] = v;
        _Pragma("omp taskwait");
        shmem_long_p(y, v, 0);
        shmem_long_put_nbi(y + 1, x, 1, 0);
        shmem_quiet();
        shmem_fence();
        r = 10 * r + y[0];
        r = 10 * r + shmem_long_g(y + 1, 0);
        shmem_long_atomic_add(x + 1, 1, 0);
        shmem_barrier_all();
        v = 2;
        // end
      }
    }
    results[t] = r;
  }
  printf("%ld %ld %ld | %ld %ld |", x[0], x[1], x[2], y[0], y[1]);
  printf(" %ld %ld %ld\n", results[0], results[1], results[2]);
  shmem_finalize();
}
