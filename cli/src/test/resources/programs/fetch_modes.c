// Atomics and waits of every kind through the generic calls of C11, one row for each, as test suites
// of OpenSHMEM have them.
// pes: 2
// prints: inc 2
// prints: fetch_add 10 30
// prints: swap 7 9
// prints: compare_swap 9 11
// prints: bits f0 ff f
// prints: test_any 1
// prints: wait_some 2
// with -DEARLY: conflict
#include <inttypes.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define SHOW(...) \
  do {            \
    if (me == 1) printf(__VA_ARGS__); \
    shmem_barrier_all();              \
  } while (0)

static int counter;
static long sum;
static uint32_t word;
static unsigned long long swapped = 7;
static uint64_t flags[3];

#define NEXT(type, name) static type name##_next(type x) { return (type)(x + 2); }
NEXT(unsigned long long, big)

int main(void) {
  shmem_init();
  const int me = shmem_my_pe();
  for (int pe = 0; pe < 2; pe++) shmem_atomic_inc(&counter, pe);
#ifndef EARLY
  shmem_barrier_all();
#endif
  SHOW("inc %d\n", counter);
  if (me == 0) {
    long before = shmem_atomic_fetch_add(&sum, 10L, 1);
    before += shmem_atomic_fetch_add(&sum, 20L, 1);
    shmem_long_p(&sum, before, 0);
    shmem_quiet();
  }
  shmem_barrier_all();
  SHOW("fetch_add %ld %ld\n", shmem_g(&sum, 0), sum);
  if (me == 0) {
    unsigned long long old = shmem_atomic_swap(&swapped, big_next(7), 1);
    swapped = old;
  }
  shmem_barrier_all();
  SHOW("swap %llu %llu\n", shmem_g(&swapped, 0), shmem_atomic_fetch(&swapped, 1));
  if (me == 0) swapped = shmem_atomic_compare_swap(&swapped, 9ULL, 11ULL, 1);
  shmem_barrier_all();
  SHOW("compare_swap %llu %llu\n", shmem_g(&swapped, 0), shmem_atomic_fetch(&swapped, 1));
  if (me == 0) {
    uint32_t a = shmem_atomic_fetch_or(&word, UINT32_C(0xf0), 1);
    a |= shmem_atomic_fetch_xor(&word, UINT32_C(0x0f), 1);
    const uint32_t all = shmem_atomic_fetch_and(&word, UINT32_C(0x0f), 1);
    printf("bits %" PRIx32 " %" PRIx32 " %" PRIx32 "\n", a, all, shmem_atomic_fetch(&word, 1));
    shmem_ctx_t ctx;
    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx)) abort();
    shmem_atomic_set(ctx, &flags[1], UINT64_C(1), 1);
    shmem_ctx_quiet(ctx);
    shmem_ctx_destroy(ctx);
    shmem_atomic_set(&flags[2], UINT64_C(5), 1);
  }
  if (me == 1) {
    size_t which;
    while ((which = shmem_test_any(flags, 2, NULL, SHMEM_CMP_NE, UINT64_C(0))) == SIZE_MAX) {}
    printf("test_any %zu\n", which);
    size_t found[3];
    const int status[3] = {1, 1, 0};
    const size_t many = shmem_wait_until_some(flags, 3, found, status, SHMEM_CMP_GE, UINT64_C(5));
    printf("wait_some %zu\n", found[0] * many);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
