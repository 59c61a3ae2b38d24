// Typed and generic calls on the widest types: long double, and complex numbers in reductions.
// pes: 2
// prints: 0: 1.5 2.5 1 2.5
// prints: 1: 0.5 1.5 0 1.5
// prints: 0: sum 1 4 prod 1 1
// prints: 1: sum 1 4 prod 1 1
// with -DEARLY: conflict
#include <complex.h>
#include <shmem.h>
#include <stdio.h>

static long double inbox[2], single, strided[4];
static double complex z[1], total[1];
static float complex f[1], product[1];

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), to = (me + 1) % shmem_n_pes();
  long double mine[2] = {me + 0.5L, me + 1.5L}, back[2];
  shmem_put(inbox, mine, 2, to);
  shmem_p(&single, (long double)me, to);
  shmem_longdouble_iput(strided, mine, 2, 1, 2, to);
#ifndef EARLY
  shmem_barrier_all();
#endif
  shmem_get(back, inbox, 2, me);
  const long double from = shmem_g(&single, me);
  printf("%d: %Lg %Lg %Lg %Lg\n", me, back[0], back[1], from, strided[2]);

  z[0] = me + 2.0 * I;
  f[0] = 1 + me * I;
  shmem_sum_reduce(SHMEM_TEAM_WORLD, total, z, 1);
  shmem_complexf_prod_reduce(SHMEM_TEAM_WORLD, product, f, 1);
  printf("%d: sum %g %g prod %g %g\n", me, creal(total[0]), cimag(total[0]), crealf(product[0]),
         cimagf(product[0]));
  shmem_finalize();
  return 0;
}
