#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long x[4], y[4], z[4], src[4] = {1, 2, 3, 4};
static uint64_t g[2];
static long lock;
static long r;
static shmem_ctx_t ctx;
static shmem_team_t pair;
int main(int argc, char **argv) {
  int chosen[3];
  shmem_init();
  int me = shmem_my_pe();
  for (int i = 0; i < 3; i++) chosen[i] = atoi(argv[2 + 3 * me + i]);
  shmem_ctx_create(0, &ctx);
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &pair);
  shmem_barrier_all();
  long v = 1, a = 0;
  int up = (me + 1) % 3;
  long *p = (long *)shmem_ptr(x, up);
  for (int i = 0; i < 3; i++) {
    switch (chosen[i]) {
      // one of
      shmem_long_p(&x[0], 5, up);
      shmem_long_put(&x[0], &v, 1, up);
      shmem_long_put_nbi(&x[0], &v, 1, up);
      shmem_long_put_nbi(&x[0], &v, 1, 0);
      shmem_ctx_long_put_nbi(ctx, &x[2], &v, 1, up);
      shmem_ctx_long_atomic_add(ctx, &x[1], 1, up);
      shmem_quiet();
      shmem_fence();
      shmem_ctx_quiet(ctx);
      shmem_ctx_fence(ctx);
      shmem_long_atomic_add(&x[1], 1, up);
      shmem_long_atomic_set(&x[1], 2, up);
      shmem_long_atomic_set(&x[1], 1, 0);
      r = 10 * r + shmem_long_atomic_fetch(&x[1], up);
      r = 10 * r + shmem_long_atomic_fetch_inc(&x[1], 0);
      r = 10 * r + shmem_long_atomic_compare_swap(&x[1], 0, 3, 0);
      shmem_long_atomic_fetch_nbi(&a, &x[1], up);
      r = 10 * r + a;
      shmem_long_wait_until(&x[1], SHMEM_CMP_EQ, 1);
      shmem_long_wait_until(&x[1], SHMEM_CMP_GE, 1);
      r = 10 * r + shmem_long_g(&x[0], up);
      r = 10 * r + x[0];
      shmem_long_get_nbi(&a, &x[0], 1, up);
      r = 10 * r + shmem_long_test(&x[1], SHMEM_CMP_GE, 1);
      shmem_barrier_all();
      shmem_sync_all();
      if (me < 2) shmem_team_sync(pair);
      shmem_long_broadcast(SHMEM_TEAM_WORLD, y, src, 1, 0);
      shmem_long_sum_reduce(SHMEM_TEAM_WORLD, z, src, 2);
      if (me < 2) shmem_long_sum_reduce(pair, z, x, 1);
      shmem_long_put_signal_nbi(&x[2], &v, 1, &g[0], 1, SHMEM_SIGNAL_SET, up);
      shmem_long_put_signal(&x[2], &v, 1, &g[0], 1, SHMEM_SIGNAL_ADD, 0);
      shmem_signal_set(&g[0], 2, up);
      shmem_signal_wait_until(&g[0], SHMEM_CMP_GE, 1);
      r = 10 * r + shmem_signal_fetch(&g[0]);
      v = 3;
      shmem_set_lock(&lock);
      shmem_clear_lock(&lock);
      r = 10 * r + shmem_test_lock(&lock);
      while (shmem_test_lock(&lock)) { }
      while (shmem_long_g(&x[0], up) == 0) { }
      while (shmem_long_atomic_fetch(&x[1], up) == 0) { }
      while (!shmem_long_test(&x[1], SHMEM_CMP_GE, 1)) { }
      while (shmem_long_atomic_compare_swap(&x[1], 1, 4, 0) != 1) { }
      p[0] = v;
      r = 10 * r + p[0];
      memset(p, 0, 16);
      // end
    }
  }
  shmem_barrier_all();
  printf("%d: %ld %ld %ld %ld | %ld %ld | %ld %ld %ld | %ld\n", me, x[0], x[1], x[2], x[3], y[0], y[1], z[0], z[1], (long) g[0], r);
  shmem_finalize();
}
