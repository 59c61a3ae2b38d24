package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** One call has one of two operands, as a race has it, and is still in flight: two states. */
class WhatIsInFlightTest {
  private static final String PROGRAM =
      """
      #include <stdint.h>
      #include <stdio.h>
      #include <shmem.h>
      static uint64_t f, sig;
      static long x[8], z[8] = {7, 8, 9, 10};
      static void issue(shmem_ctx_t c, shmem_ctx_t d) {
        int early = shmem_uint64_atomic_fetch(&f, 0) == 0;
        CALL
      }
      int main(void) {
        shmem_init();
        int me = shmem_my_pe();
        shmem_ctx_t c, d;
        shmem_ctx_create(0, &c);
        shmem_ctx_create(0, &d);
        if (me == 1) {
          shmem_uint64_atomic_set(&f, 1, 0);
        } else {
          issue(c, d);
          shmem_uint64_wait_until(&f, SHMEM_CMP_EQ, 1);
        }
        THEN
        shmem_finalize();
      }
      """;

  private static final String BARRIER = "shmem_barrier_all();";
  private static final String SIGNALLED =
      "if (me == 0) { shmem_ctx_quiet(c); shmem_uint64_atomic_set(&sig, 1, 1); }"
          + " else shmem_uint64_wait_until(&sig, SHMEM_CMP_EQ, 1);";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shmem_ctx_long_atomic_add(early ? c : d, x, 1, 1); | signalled
          shmem_ctx_long_atomic_add(early ? d : c, x, 1, 1); | signalled
          shmem_long_atomic_add(x, early ? 1 : 2, 1); | barrier
          shmem_long_atomic_compare_swap_nbi(z + 4, x, early ? 0 : 1, 5, 1); | barrier
          shmem_long_atomic_fetch_inc_nbi(early ? x : x + 1, z, 1); | barrier
          shmem_long_atomic_fetch_inc_nbi(early ? x + 1 : x, z, 1); | barrier
          shmem_long_p(early ? x : x + 1, 1, 1); | barrier
          shmem_long_put_nbi(x, z, early ? 1 : 2, 1); | barrier
          shmem_long_put_nbi(x, early ? z : z + 1, 1, 1); | barrier
          shmem_long_iput(x, z, early ? 1 : 2, 1, 2, 1); | barrier
          shmem_long_iput(x, z, early ? 2 : 1, 1, 2, 1); | barrier
          shmem_long_iput(x, z, 1, early ? 1 : 2, 2, 1); | barrier
          shmem_long_get_nbi(early ? x : x + 1, z, 1, 1); | barrier
          shmem_long_get_nbi(x, early ? z : z + 1, 1, 1); | barrier
          shmem_long_iget(x, z, early ? 1 : 2, 1, 2, 1); | barrier
          shmem_long_put_signal_nbi(x, z, 1, (uint64_t *)x + 2, early ? 1 : 2, SHMEM_SIGNAL_SET, 1); | barrier
          x[2] = 5; shmem_long_put_signal_nbi(x, z, 1, (uint64_t *)x + 2, 3, early ? SHMEM_SIGNAL_SET : SHMEM_SIGNAL_ADD, 0); | barrier
          x[2] = 5; shmem_long_put_signal_nbi(x, z, 1, (uint64_t *)x + 2, 3, early ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET, 0); | barrier
          shmem_long_sum_reduce(SHMEM_TEAM_WORLD, early ? x : x + 1, z, 1); | reduced
          shmem_long_sum_reduce(SHMEM_TEAM_WORLD, x, early ? z : z + 1, 1); | reduced
          """)
  void isTheCallWithItsOperands(String call, String then) {
    String before =
        switch (then) {
          case "signalled" -> SIGNALLED;
          case "reduced" -> "if (me == 1) shmem_long_sum_reduce(SHMEM_TEAM_WORLD, x, z, 1);";
          default -> BARRIER;
        };
    String shown =
        before + " printf(\"%ld %ld %ld\\n\", shmem_long_atomic_fetch(x, me), x[1], x[2]);";
    SourceFile file = new SourceFile("a.c", PROGRAM.replace("CALL", call).replace("THEN", shown));
    Exploration states = Checked.explore(Engine.STATES, Profile.OPENSHMEM, 2, file);
    Exploration classes = Checked.explore(Engine.DPOR, Profile.OPENSHMEM, 2, file);
    assertThat(states.findings()).isEmpty();
    assertThat(states.outcomes()).hasSizeGreaterThan(1);
    assertThat(states.outcomes().keySet()).isEqualTo(classes.outcomes().keySet());
  }
}
