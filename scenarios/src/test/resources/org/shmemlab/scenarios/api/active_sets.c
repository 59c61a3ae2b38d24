/* Collectives on active sets, as OpenSHMEM 1.4 has them; each line says the PE, the call, its results. */
#include <shmem.h>
#include <stdio.h>

static long reduce_sync[SHMEM_REDUCE_SYNC_SIZE], collect_sync[SHMEM_COLLECT_SYNC_SIZE];
static long alltoalls_sync[SHMEM_ALLTOALLS_SYNC_SIZE], bcast_sync[SHMEM_BCAST_SYNC_SIZE];
static long double x[3], y[3], x_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static float _Complex c[2], d[2], c_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static short s[3], t[3], s_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long from[32], to[64];

static void initialise(long *sync, int size) {
  for (int i = 0; i < size; i++) sync[i] = SHMEM_SYNC_VALUE;
}

static void clear(void) {
  shmem_barrier_all();
  for (int i = 0; i < 64; i++) to[i] = -1;
  shmem_barrier_all();
}

static void show(const char *call, int count) {
  char line[512];
  int at = sprintf(line, "%d %s", shmem_my_pe(), call);
  for (int i = 0; i < count; i++) at += sprintf(line + at, " %ld", to[i]);
  printf("%s\n", line);
}

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), n = shmem_n_pes();
  initialise(reduce_sync, SHMEM_REDUCE_SYNC_SIZE);
  initialise(collect_sync, SHMEM_COLLECT_SYNC_SIZE);
  initialise(alltoalls_sync, SHMEM_ALLTOALLS_SYNC_SIZE);
  initialise(bcast_sync, SHMEM_BCAST_SYNC_SIZE);
  for (int i = 0; i < 3; i++) x[i] = me * 1.5L + i;
  for (int i = 0; i < 3; i++) s[i] = me * 3 + i;
  for (int i = 0; i < 32; i++) from[i] = 100 * me + i;
  c[0] = me + 1;
  __imag__ c[0] = 2;
  c[1] = me;
  clear();
  if (me % 2 == 0) {
    shmem_longdouble_prod_to_all(y, x, 3, 0, 1, n / 2, x_work, reduce_sync);
    printf("%d longdouble_prod %Lg %Lg %Lg\n", me, y[0], y[1], y[2]);
  }
  shmem_barrier_all();
  shmem_complexf_prod_to_all(d, c, 2, 0, 0, n, c_work, reduce_sync);
  printf("%d complexf_prod %g %g %g\n", me, (double)__real__ d[0], (double)__imag__ d[0],
         (double)__real__ d[1]);
  shmem_barrier_all();
  shmem_short_xor_to_all(t, s, 3, 0, 0, n, s_work, reduce_sync);
  printf("%d short_xor %d %d %d\n", me, t[0], t[1], t[2]);
  shmem_collect64(to, from, me + 1, 0, 0, n, collect_sync);
  show("collect64", 12);
  clear();
  shmem_alltoalls64(to, from, 2, 3, 2, 0, 0, n, alltoalls_sync);
  show("alltoalls64", 18);
  clear();
  if (me >= 1) {
    shmem_broadcast64(to, from, 2, 1, 1, 0, n - 1, bcast_sync);
    show("broadcast64", 2);
  }
  clear();
  shmem_long_iput(to, from, 3, 2, 4, (me + 1) % n);
  shmem_barrier_all();
  show("iput", 11);
  shmem_finalize();
  return 0;
}
