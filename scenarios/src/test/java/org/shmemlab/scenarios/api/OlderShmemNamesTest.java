package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Names of OpenSHMEM 1.1 to 1.3 that programs still use, and those of Sandia OpenSHMEM that are no
 * call of 1.6.
 */
@Tag("compiler")
class OlderShmemNamesTest {
  @Test
  void genericAtomicsOfTheirTypes() {
    CProgram program =
        CProgram.shmem(
            "static long l = 5; static float f = 1.5f; static unsigned u = 7;",
            """
              if (me == 0) {
                printf("%ld ", shmem_fadd(&l, 2, 1));
                printf("%ld ", shmem_finc(&l, 1));
                shmem_add(&l, 10, 1);
                shmem_inc(&l, 1);
                printf("%ld ", shmem_fetch(&l, 1));
                printf("%.1f ", shmem_swap(&f, 2.5f, 1));
                shmem_set(&f, 3.5f, 1);
                printf("%u %.1f\\n", shmem_cswap(&u, 7u, 9u, 1), shmem_fetch(&f, 1));
              }
              shmem_barrier_all();
              if (me == 1) printf("%ld %.1f %u\\n", l, f, u);
            """);
    assertThat(program.run(2).lines()).containsExactly("19 3.5 9", "5 7 19 1.5 7 3.5");
  }

  @Test
  void waitingForAnotherValue() {
    CProgram program =
        CProgram.shmem(
            "static long flag; static int count;",
            """
              if (me == 0) { shmem_long_p(&flag, 3, 1); shmem_int_p(&count, 4, 1); }
              if (me == 1) { shmem_wait(&flag, 0); shmem_wait(&count, 0); printf("%ld %d\\n", flag, count); }
            """);
    assertThat(program.run(2).lines()).containsExactly("3 4");
  }

  @Test
  void complexNumbers() {
    CProgram program =
        CProgram.shmem(
            "#include <complex.h>\nstatic double complex z[2]; static float complex w;",
            """
              double complex from[2] = {1 + 2 * I, 3 - 4 * I};
              float complex small = 0.5f * I;
              if (me == 0) {
                shmem_complexd_put(z, from, 2, 1);
                shmem_complexf_put(&w, &small, 1, 1);
              }
              shmem_barrier_all();
              shmem_complexd_get(from, z, 1, 1);
              if (me == 1) printf("%.0f %.0f %.1f %.0f\\n", creal(z[1]), cimag(z[1]), cimagf(w), cimag(from[0]));
            """);
    assertThat(program.run(2).lines()).containsExactly("3 -4 0.5 2");
  }

  @Test
  void namesOfSandia() {
    CProgram program =
        CProgram.shmem(
            "#include <shmemx.h>\nstatic uint64_t flag;\nstatic uint64_t own(void) { return 1; }",
            """
              shmemx_register_gettid(own);
              double start = shmemx_wtime();
              int *x = shmem_malloc_with_hints(sizeof(int), SHMEMX_MALLOC_NO_BARRIER);
              printf("%d of %d %d\\n", shmem_team_my_pe(SHMEMX_TEAM_NODE),
                     shmem_team_n_pes(SHMEMX_TEAM_NODE), shmemx_wtime() >= start);
              shmem_free(x);
              shmemx_signal_set(SHMEM_CTX_DEFAULT, &flag, 7, 1 - me);
              shmemx_signal_add(&flag, 1, 1 - me);
              shmem_signal_wait_until(&flag, SHMEM_CMP_GE, 7);
            """);
    assertThat(program.run(2).lines()).containsExactly("0 of 2 1", "1 of 2 1");
  }
}
