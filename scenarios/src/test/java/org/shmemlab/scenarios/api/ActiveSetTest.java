package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.spec.Profile;

/** The rules of collectives on active sets for their work arrays (OpenSHMEM 1.4, "Collectives"). */
class ActiveSetTest {
  private static final String ARRAYS =
      """
      static long first[SHMEM_SYNC_SIZE], second[SHMEM_SYNC_SIZE];
      static long x[2], y[2], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
      """;
  private static final String START = "  shmem_barrier_all();\n";

  private static final String BROADCAST = "  shmem_broadcast64(y, x, 1, 0, 0, 0, n, first);\n";
  private static final String OTHER = "  shmem_broadcast64(y + 1, x, 1, 0, 0, 0, n, second);\n";
  private static final String REDUCTION =
      "  shmem_long_sum_to_all(y, x, 2, 0, 0, n, work, first);\n";
  private static final String OTHER_REDUCTION =
      "  shmem_long_max_to_all(y, x, 2, 0, 0, n, work, second);\n";
  private static final String BARRIER = "  shmem_barrier(0, 0, n, first);\n";

  private static boolean isUndefined(String body) {
    Exploration found = CProgram.shmem(ARRAYS, body).explore(2, Profile.OPENSHMEM);
    assertThat(found.complete()).isTrue();
    return found.undefined();
  }

  @ParameterizedTest
  @CsvSource({
    "B, false",
    "BO, false",
    "BB, true",
    "BSB, false",
    "BR, true",
    "RO, false",
    "RP, true",
    "WWW, false",
    "BW, true",
  })
  void onlyBarriersMayUseTheArraysAgainBeforeAllHaveReturned(String calls, boolean undefined) {
    StringBuilder body = new StringBuilder(START);
    for (int i = 0; i < calls.length(); i++) {
      body.append(
          switch (calls.charAt(i)) {
            case 'B' -> BROADCAST;
            case 'O' -> OTHER;
            case 'R' -> REDUCTION;
            case 'P' -> OTHER_REDUCTION;
            case 'W' -> BARRIER;
            default -> "  shmem_sync_all();\n";
          });
    }
    assertThat(isUndefined(body.toString())).isEqualTo(undefined);
  }

  @Test
  void noPeEntersBeforeAllHaveInitialised() {
    String initialised = "  first[0] = SHMEM_SYNC_VALUE;\n";
    assertThat(isUndefined(initialised + BROADCAST)).isTrue();
    assertThat(isUndefined(initialised + START + BROADCAST)).isFalse();
  }

  @Test
  void aSyncArrayIsSymmetricAndInitialised() {
    assertThat(CProgram.shmem(ARRAYS, "first[5] = 3;" + START + BARRIER).run(2).failure())
        .isEqualTo(
            "pSync[5] of this barrier does not hold SHMEM_SYNC_VALUE; initialise every element,"
                + " and synchronise before the first call");
    CProgram local =
        CProgram.shmem("", "long mine[SHMEM_SYNC_SIZE] = {0}; shmem_sync(0, 0, n, mine);");
    assertThat(local.run(1).failure())
        .startsWith("pSync of this sync has to be a symmetric array of at least 512 bytes: ");
    CProgram small = CProgram.shmem("static long few[8];", "shmem_sync(0, 0, n, few);");
    assertThat(small.run(1).failure()).startsWith("pSync of this sync has to be a symmetric");
    CProgram work =
        CProgram.shmem(
            ARRAYS,
            "static int s[200], d[200], w[64]; shmem_int_sum_to_all(d, s, 200, 0, 0, n, w,"
                + " first);");
    assertThat(work.run(1).failure())
        .startsWith("pWrk of this reduction has to be a symmetric array of at least 404 bytes: ");
  }
}
