// C11's generic calls for every type, in a test that a macro makes, as OpenSHMEM's test suites have it.
// pes: 2
// prints: rc 0
#include <shmem.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#define N 3
enum op { PUT, GET, IPUT, PUT_NBI };
#define TEST(OP, TYPE)                                                               \
  do {                                                                               \
    static TYPE remote[N * 2], local[N * 2];                                         \
    int to = (mype + 1) % npes, from = OP == GET ? to : (mype + npes - 1) % npes;    \
    for (int i = 0; i < N * 2; i++) {                                                \
      remote[i] = OP == GET ? (TYPE)(mype + i) : (TYPE)0;                            \
      local[i] = (TYPE)(mype + i);                                                   \
    }                                                                                \
    shmem_barrier_all();                                                             \
    switch (OP) {                                                                    \
      case PUT: shmem_put(remote, local, N, to); break;                              \
      case IPUT: shmem_iput(remote, local, 2, 1, N, to); break;                      \
      case PUT_NBI: shmem_put_nbi(remote, local, N, to); break;                      \
      case GET: shmem_get(local, remote, N, to); break;                              \
    }                                                                                \
    shmem_barrier_all();                                                             \
    for (int i = 0; i < N; i++) {                                                    \
      TYPE seen = OP == GET ? local[i] : remote[OP == IPUT ? 2 * i : i];             \
      if (seen != (TYPE)(from + i)) {                                                \
        printf("PE %d: wrong %s at %d\n", mype, #TYPE, i);                           \
        rc = EXIT_FAILURE;                                                           \
      }                                                                              \
    }                                                                                \
    shmem_barrier_all();                                                             \
  } while (false)
#define ALL(OP)                                                                      \
  TEST(OP, float); TEST(OP, double); TEST(OP, char); TEST(OP, signed char);          \
  TEST(OP, short); TEST(OP, int); TEST(OP, long); TEST(OP, long long);               \
  TEST(OP, unsigned char); TEST(OP, unsigned short); TEST(OP, unsigned int);         \
  TEST(OP, unsigned long); TEST(OP, unsigned long long); TEST(OP, int8_t);           \
  TEST(OP, uint64_t); TEST(OP, size_t); TEST(OP, ptrdiff_t)

int main(void) {
  int rc = EXIT_SUCCESS;
  shmem_init();
  int mype = shmem_my_pe(), npes = shmem_n_pes();
  ALL(PUT);
  ALL(GET);
  ALL(IPUT);
  ALL(PUT_NBI);
  if (!mype) printf("rc %d\n", rc);
  shmem_finalize();
  return rc;
}
