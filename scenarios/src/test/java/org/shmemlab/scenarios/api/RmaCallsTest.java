package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RmaCallsTest {
  private static final CProgram STRIDED =
      CProgram.shmem(
          """
          static short there[64], here[64];
          """,
          """
            int dst = atoi(argv[1]), sst = atoi(argv[2]), count = atoi(argv[3]);
            int get = atoi(argv[4]);
            for (int i = 0; i < 64; i++) { there[i] = -i; here[i] = 100 + i; }
            shmem_barrier_all();
            if (me == 0) {
              if (get) shmem_short_iget(here, there, dst, sst, count, 1);
              else shmem_iput16(there, here, dst, sst, count, 1);
            }
            shmem_barrier_all();
            if (me == get) return 0;
            for (int i = 0; i < 64; i++) printf("%d ", me == 0 ? here[i] : there[i]);
          """);

  @Property(tries = 60)
  void stridedTransfersMoveWhatALoopWould(
      @ForAll @IntRange(min = 1, max = 7) int destinationStride,
      @ForAll @IntRange(min = 1, max = 7) int sourceStride,
      @ForAll @IntRange(min = 0, max = 9) int count,
      @ForAll boolean get) {
    int[] to = new int[64];
    int[] from = new int[64];
    for (int i = 0; i < 64; i++) {
      to[i] = get ? 100 + i : -i;
      from[i] = get ? -i : 100 + i;
    }
    for (int i = 0; i < count; i++) {
      to[i * destinationStride] = from[i * sourceStride];
    }
    StringBuilder expected = new StringBuilder();
    for (int value : to) {
      expected.append(value).append(' ');
    }
    CProgram.Run run = STRIDED.run(2, destinationStride, sourceStride, count, get ? 1 : 0);
    assertThat(run.output()).isEqualTo(expected.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_long_put(x, v, 2, 1)",
        "shmem_put(x, v, 2, 1)",
        "shmem_put(SHMEM_CTX_DEFAULT, x, v, 2, 1)",
        "shmem_ctx_long_put(SHMEM_CTX_DEFAULT, x, v, 2, 1)",
        "shmem_put64(x, v, 2, 1)",
        "shmem_put8(x, v, 16, 1)",
        "shmem_put128(x, v, 1, 1)",
        "shmem_putmem(x, v, 16, 1)",
        "shmem_putmem_nbi(x, v, 16, 1)",
        "shmem_ctx_putmem_nbi(SHMEM_CTX_DEFAULT, x, v, 16, 1)",
        "shmem_long_iput(x, v, 1, 1, 2, 1)",
        "shmem_p(x, 7L, 1); shmem_long_p(x + 1, 8, 1)",
        "shmem_p(SHMEM_CTX_DEFAULT, x, 7L, 1); shmem_ctx_long_p(SHMEM_CTX_DEFAULT, x + 1, 8, 1)",
        "shmem_putmem_signal(x, v, 16, &signal, 1, SHMEM_SIGNAL_ADD, 1)",
        "shmem_long_put_signal_nbi(x, v, 2, &signal, 1, SHMEM_SIGNAL_SET, 1)"
      })
  void everyFormOfPutMovesTheSameBytes(String call) {
    CProgram program =
        CProgram.shmem(
            "static long x[2]; static uint64_t signal;",
            """
              long v[2] = {7, 8};
              if (me == 0) { %s; }
              shmem_barrier_all();
              if (me == 1) printf("%%ld %%ld %%d\\n", x[0], x[1], (int)signal);
            """
                .formatted(call));
    assertThat(program.run(2).lines()).containsExactly(call.contains("signal") ? "7 8 1" : "7 8 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_float_get(v, x, 2, 1)",
        "shmem_get(v, x, 2, 1)",
        "shmem_get32(v, x, 2, 1)",
        "shmem_getmem(v, x, 8, 1)",
        "shmem_getmem_nbi(v, x, 8, 1); shmem_quiet()",
        "shmem_get_nbi(SHMEM_CTX_DEFAULT, v, x, 2, 1); shmem_ctx_quiet(SHMEM_CTX_DEFAULT)",
        "shmem_iget(v, x, 1, 1, 2, 1)",
        "v[0] = shmem_float_g(x, 1); v[1] = shmem_g(x + 1, 1)"
      })
  void everyFormOfGetMovesTheSameBytes(String call) {
    CProgram program =
        CProgram.shmem(
            "static float x[2];",
            """
              float v[2] = {0, 0};
              x[0] = me + 0.5f; x[1] = me + 0.25f;
              shmem_barrier_all();
              if (me == 0) { %s; printf("%%g %%g\\n", v[0], v[1]); }
            """
                .formatted(call));
    assertThat(program.run(2).lines()).containsExactly("1.5 1.25");
  }

  @Test
  void aHalfIsPutAndGotAsItIs() {
    CProgram program =
        CProgram.nvshmem(
            """
            #include <cuda_fp16.h>
            __global__ void k(__half *x, int me, int n) {
              nvshmem_half_p(x, __float2half(me + 0.5f), (me + 1) % n);
              nvshmem_quiet();
              nvshmem_barrier_all();
              printf("%g\\n", __half2float(nvshmem_half_g(x, me)));
            }
            """,
            """
              __half *x = (__half *)nvshmem_malloc(sizeof(__half));
              void *arguments[] = {&x, &me, &n};
              nvshmemx_collective_launch((void *)k, dim3(1), dim3(1), arguments, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_free(x);
            """);
    assertThat(program.run(3).lines()).containsExactly("0.5", "1.5", "2.5");
  }

  @Test
  void blocksWithStridesMoveWhatALoopWould() {
    CProgram program =
        CProgram.shmem(
            "static int there[12];",
            """
              int here[12];
              for (int i = 0; i < 12; i++) { here[i] = -i; there[i] = 100 * me + i; }
              shmem_barrier_all();
              if (me == 0) {
                shmem_int_ibget(here, there, 4, 3, 2, 3, 1);
                for (int i = 0; i < 12; i++) printf("%d ", here[i]);
                shmem_ctx_ibput32(SHMEM_CTX_DEFAULT, there, here, 5, 4, 1, 2, 1);
                shmem_ibput(there + 10, here, 1, 1, 1, 1, 1);
              }
              shmem_barrier_all();
              if (me == 1) for (int i = 0; i < 12; i++) printf("%d ", there[i]);
            """);
    assertThat(program.run(2).output())
        .isEqualTo(
            "100 101 -2 -3 103 104 -6 -7 106 107 -10 -11 "
                + "100 101 102 103 104 103 106 107 108 109 100 111 ");
  }
}
