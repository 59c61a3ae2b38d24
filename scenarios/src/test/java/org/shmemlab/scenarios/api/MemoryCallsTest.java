package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryCallsTest {
  @Test
  void nothingIsAllocatedOrFreedWithoutABarrier() {
    CProgram program =
        CProgram.shmem(
            """
              if (me == 0) {
                void *a = shmem_malloc(0), *b = shmem_calloc(0, 8), *c = shmem_align(64, 0);
                shmem_free(NULL);
                printf("%d", a == NULL && b == NULL && c == NULL);
              }
            """);
    assertThat(program.run(3).output()).isEqualTo("1");
  }

  @Test
  void anAllocationWaitsForAllPes() {
    CProgram program = CProgram.shmem("if (me == 0) return 0; shmem_malloc(8);");
    assertThat(program.run(3).waits())
        .contains("waits in symmetric allocation: 2 of 3 have arrived; missing PE 0 (has exited)");
  }

  @Test
  void callocIsZeroAndTooMuchIsNull() {
    CProgram program =
        CProgram.shmem(
            """
              int *x = shmem_calloc(4, sizeof(int));
              void *much = shmem_malloc((size_t)1 << 60);
              void *wraps = shmem_calloc((size_t)1 << 63, 2);
              printf("%d %d %d\\n", x[0] + x[3], much == NULL, wraps == NULL);
              shmem_free(x);
            """);
    assertThat(program.run(2).lines()).containsExactly("0 1 1", "0 1 1");
  }

  @Test
  void reallocKeepsWhatFits() {
    CProgram program =
        CProgram.shmem(
            """
              int *x = shmem_realloc(NULL, 2 * sizeof(int));
              x[0] = 10 + me; x[1] = 20 + me;
              x = shmem_realloc(x, 4 * sizeof(int));
              x[3] = 40;
              shmem_int_put(x + 2, x, 1, (me + 1) % n);
              shmem_barrier_all();
              printf("%d %d %d %d ", x[0], x[1], x[2], x[3]);
              x = shmem_realloc(x, sizeof(int));
              printf("%d ", x[0]);
              x = shmem_realloc(x, 0);
              printf("%d\\n", x == NULL);
            """);
    CProgram.Run run = program.run(2);
    assertThat(run.lines()).hasSize(2);
    assertThat(run.output()).contains("10 20 11 40 ").contains("11 21 10 40 ");
  }

  @Test
  void onlySymmetricMemoryIsFreed() {
    CProgram program = CProgram.shmem("int x; shmem_free(&x);");
    assertThat(program.run(1).failure()).startsWith("'x' is not symmetric");
  }

  @Test
  void aPointerToAPeIsItsMemory() {
    CProgram program =
        CProgram.shmem(
            "static int x;",
            """
              int *there = shmem_ptr(&x, (me + 1) % n), local;
              *there = 5 + me;
              shmem_barrier_all();
              printf("%d %d %d %d %d\\n", x, shmem_addr_accessible(&x, 0),
                     shmem_addr_accessible(&local, 0), shmem_pe_accessible(n - 1),
                     shmem_pe_accessible(n) + shmem_pe_accessible(-1));
            """);
    assertThat(program.run(2).lines()).containsExactly("5 1 0 1 0", "6 1 0 1 0");
  }
}
