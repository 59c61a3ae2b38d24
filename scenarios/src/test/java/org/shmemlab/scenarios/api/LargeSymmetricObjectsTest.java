package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Symmetric objects of more than 2 GiB, backed where they are touched. */
@Tag("compiler")
class LargeSymmetricObjectsTest {
  @Test
  void fourGibibytesOnEachOfEightPes() {
    CProgram program =
        CProgram.shmem(
            """
              char *p = shmem_malloc(1ul << 32);
              long *last = (long *)(p + (1ul << 32) - 8), *far = (long *)(p + 3000000000ul), v = 5 + me;
              *last = 0;
              shmem_barrier_all();
              shmem_long_put(far, &v, 1, (me + 1) % n);
              shmem_long_atomic_add(last, 100 + me, (me + 1) % n);
              shmem_barrier_all();
              if (me == 3) printf("%ld %ld %d\\n", *far, *last, shmem_addr_accessible(last, 0));
              shmem_free(p);
            """);
    assertThat(program.run(8).lines()).containsExactly("7 102 1");
  }

  @Test
  void theEndIsKnown() {
    CProgram program =
        CProgram.shmem("char *p = shmem_malloc(1ul << 32); shmem_char_p(p + (1ul << 32), 1, 0);");
    assertThat(program.run(2).failure()).contains("which has 4294967296 bytes");
    CProgram larger = CProgram.shmem("shmem_malloc(9ul << 30);");
    assertThat(larger.run(2).failure()).contains("at most 8589934592 are supported");
  }

  @Test
  void memoryOfADevice() {
    CProgram program =
        CProgram.nvshmem(
            "__global__ void put(char *p, int pe) { nvshmem_int_p((int *)(p + 4000000000ul), 42, pe); }",
            """
              char *p = (char *)nvshmem_malloc(1ul << 32);
              int got = 0;
              cudaMemset(p + 4000000000ul, 0, 4);
              nvshmem_barrier_all();
              put<<<1, 1>>>(p, (me + 1) % n);
              cudaDeviceSynchronize();
              nvshmem_barrier_all();
              cudaMemcpy(&got, p + 4000000000ul, 4, cudaMemcpyDeviceToHost);
              printf("%d\\n", got);
            """);
    assertThat(program.run(2).lines()).containsExactly("42", "42");
  }
}
