package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * No thread waits for a value that is not used. Its thread's next loads may happen before the
 * operation that brings the value, also where another thread waits for that operation.
 */
class LateValuesTest {
  private static final ImmutableList<String> FETCHES =
      ImmutableList.of(
          "r = nvshmem_long_atomic_swap(f + 0, 1, 0);",
          "r = nvshmem_long_atomic_fetch_add(f + 0, 1, 0);",
          "r = nvshmem_long_atomic_compare_swap(f + 0, 0, 1, 0);");

  private static final ImmutableList<String> LOOKS =
      ImmutableList.of(
          "r = nvshmem_long_wait_until_some(f, 2, k, 0, EQ, 1) * 100 + k[0] * 10 + k[1];",
          "r = nvshmem_long_wait_until_any(f, 2, 0, EQ, 1);",
          "r = nvshmem_long_atomic_fetch(f + 1, 0) + 2 * nvshmem_long_test(f, EQ, 1);");

  private static final ImmutableList<String> BESIDE =
      ImmutableList.of(
          "",
          "nvshmem_long_p(g, 1, 0);",
          "nvshmem_long_put(g + 1, g + 2, 1, 0);",
          "nvshmem_fence();",
          "nvshmem_quiet();",
          "nvshmem_long_put_signal(g + 1, g + 2, 1, s, 1, NVSHMEM_SIGNAL_SET, 0);");

  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #define EQ NVSHMEM_CMP_EQ
      __device__ void call(int statement, long *f, long *g, uint64_t *s) {
        long r = 0;
        size_t k[2] = {7, 7};
        switch (statement) {
      CASES
        }
      }
      __global__ void looks(int statement, long *f) { call(statement, f, 0, 0); }
      __global__ void goesOn(int first, int second, long *g, uint64_t *s) {
        call(first, 0, g, s);
        call(second, 0, g, s);
      }
      int main(int argc, char **argv) {
        nvshmem_init();
        long *f = (long *)nvshmem_calloc(2, sizeof(long));
        long *g = (long *)nvshmem_calloc(3, sizeof(long));
        uint64_t *s = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
        cudaStream_t other;
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        if (nvshmem_my_pe() == 0) looks<<<1, 1>>>(atoi(argv[1]), f);
        if (nvshmem_my_pe() == atoi(argv[2]))
          goesOn<<<1, 1, 0, other>>>(atoi(argv[3]), atoi(argv[4]), g, s);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void everyEngineSeesTheSame(int pe) {
    List<String> looks =
        FETCHES.stream().flatMap(LateValuesTest::beforeLooks).collect(Collectors.toList());
    List<String> all = Stream.concat(looks.stream(), BESIDE.stream()).toList();
    StatementsProgram program = StatementsProgram.of("a.cu", PROGRAM, all);
    int last = all.size();
    for (int look = 0; look < looks.size(); look++) {
      for (int first = looks.size(); first < last; first++) {
        for (int second = looks.size(); second < last; second++) {
          int[] arguments = {look, pe, first, second};
          assertThat(outcomes(program, Engine.DPOR, arguments))
              .as("%s beside %s %s", all.get(look), all.get(first), all.get(second))
              .isEqualTo(outcomes(program, Engine.STATES, arguments));
        }
      }
    }
  }

  private static Stream<String> beforeLooks(String fetch) {
    return LOOKS.stream()
        .map(look ->
            fetch + " nvshmem_long_atomic_set(f + 1, 1, 0); " + look + " printf(\"%ld\\n\", r);");
  }

  private static ImmutableSet<String> outcomes(
      StatementsProgram program, Engine engine, int[] arguments) {
    Exploration all = program.explore(2, engine, Profile.NVSHMEM, arguments);
    assertThat(all.complete()).isTrue();
    return all.findings().isEmpty() ? all.outcomes().keySet() : ImmutableSet.of("undefined");
  }
}
