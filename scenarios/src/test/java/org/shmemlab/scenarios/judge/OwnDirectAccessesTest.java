package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * A thread that stores in the memory of a peer, loads there, puts and signals the peer, in every
 * order of four such statements, while the peer waits for it and then stores or loads: a thread's
 * loads of its own stores do not make them visible to others, and both engines have to respect
 * that.
 */
@Tag("compiler")
class OwnDirectAccessesTest {
  private static final ImmutableList<String> STATEMENTS =
      ImmutableList.of(
          ";",
          "p[0] = 1;",
          "r = 10 * r + p[0];",
          "nvshmem_long_p(x, 2, 1);",
          "nvshmem_fence();",
          "nvshmem_quiet();",
          "nvshmemx_signal_op(f, 1, NVSHMEM_SIGNAL_SET, 1);");

  private static final int TELLS = STATEMENTS.size() - 1;

  private static final StatementsProgram PROGRAM =
      StatementsProgram.of(
          "own.cu",
          """
          #include <cstdio>
          #include <cstdlib>
          #include <nvshmem.h>
          #include <nvshmemx.h>
          struct Chosen { int of[4]; };
          __device__ long word;
          __global__ void k(Chosen chosen, bool stores, int me, long *x, uint64_t *f) {
            long *p = (long *) nvshmem_ptr(x, 1);
            long r = 0;
            if (me == 0) {
              for (int i = 0; i < 4; i++) {
                switch (chosen.of[i]) {
          CASES
                }
              }
            } else {
              nvshmem_signal_wait_until(f, NVSHMEM_CMP_EQ, 1);
              if (stores) x[0] = 5;
              else r = x[0];
            }
            word = r;
          }
          int main(int argc, char **argv) {
            Chosen chosen;
            for (int i = 0; i < 4; i++) chosen.of[i] = atoi(argv[1 + i]);
            nvshmem_init();
            long *x = (long *) nvshmem_calloc(1, sizeof(long)), r;
            uint64_t *f = (uint64_t *) nvshmem_calloc(1, sizeof(uint64_t));
            int me = nvshmem_my_pe();
            nvshmem_barrier_all();
            k<<<1, 1>>>(chosen, atoi(argv[5]), me, x, f);
            cudaMemcpyFromSymbol(&r, word, sizeof r);
            nvshmem_barrier_all();
            printf("%d: %ld\\n", me, r);
            nvshmem_finalize();
          }
          """,
          STATEMENTS);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bothEnginesSayTheSameOfEveryOrder(boolean stores) {
    List<Integer> all = IntStream.range(0, STATEMENTS.size()).boxed().toList();
    for (List<Integer> chosen : Lists.cartesianProduct(Collections.nCopies(4, all))) {
      if (chosen.contains(TELLS)) {
        assertThat(meaning(Engine.DPOR, chosen, stores))
            .as("%s", Lists.transform(chosen, STATEMENTS::get))
            .isEqualTo(meaning(Engine.STATES, chosen, stores));
      }
    }
  }

  private static Meaning meaning(Engine engine, List<Integer> chosen, boolean stores) {
    int[] arguments =
        IntStream.concat(chosen.stream().mapToInt(Integer::intValue), IntStream.of(stores ? 1 : 0))
            .toArray();
    return Meaning.of(PROGRAM.explore(2, engine, Profile.NVSHMEM, arguments));
  }
}
