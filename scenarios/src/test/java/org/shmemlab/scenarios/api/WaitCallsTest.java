package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitCallsTest {
  @ParameterizedTest
  @CsvSource({
    "SHMEM_CMP_EQ, 0 1 0", "SHMEM_CMP_NE, 1 0 1", "SHMEM_CMP_GT, 0 0 1",
    "SHMEM_CMP_LE, 1 1 0", "SHMEM_CMP_LT, 1 0 0", "SHMEM_CMP_GE, 0 1 1"
  })
  void aTestComparesAsItsConstantSays(String operator, String expected) {
    CProgram program =
        CProgram.shmem(
            "static int x[3] = {-2, -1, 0};",
            """
              for (int i = 0; i < 3; i++) printf("%%d ", shmem_int_test(&x[i], %s, -1));
            """
                .formatted(operator));
    assertThat(program.run(1).output().strip()).isEqualTo(expected);
  }

  @Test
  void unsignedWordsCompareAsUnsigned() {
    CProgram program =
        CProgram.shmem(
            "static unsigned short x = 65535;",
            "printf(\"%d\", shmem_ushort_test(&x, SHMEM_CMP_GT, 1));");
    assertThat(program.run(1).output()).isEqualTo("1");
  }

  @Test
  void anyAndSomeNameTheWordsThatHoldAndLeaveOutThoseOfTheStatus() {
    CProgram program =
        CProgram.shmem(
            "static long x[5] = {0, 1, 1, 0, 1};",
            """
              int all_out[5] = {1, 1, 1, 1, 1}, out[5] = {0, 1, 0, 0, 0};
              size_t idx[5], some;
              printf("%d ", (int)shmem_long_test_any(x, 5, NULL, SHMEM_CMP_EQ, 1));
              printf("%d ", (int)shmem_long_test_any(x, 5, out, SHMEM_CMP_EQ, 1));
              printf("%d ", shmem_long_test_any(x, 5, NULL, SHMEM_CMP_EQ, 7) == SIZE_MAX);
              printf("%d ", shmem_long_wait_until_any(x, 5, all_out, SHMEM_CMP_EQ, 7) == SIZE_MAX);
              some = shmem_test_some(x, 5, idx, out, SHMEM_CMP_NE, 0);
              printf("%d:%d,%d ", (int)some, (int)idx[0], (int)idx[1]);
              some = shmem_long_wait_until_some(x, 5, idx, NULL, SHMEM_CMP_NE, 1);
              printf("%d:%d,%d ", (int)some, (int)idx[0], (int)idx[1]);
              printf("%d ", shmem_long_test_all(x, 5, NULL, SHMEM_CMP_GE, 0));
              printf("%d", shmem_long_test_all(x, 5, out, SHMEM_CMP_EQ, 0));
            """);
    assertThat(program.run(1).output()).isEqualTo("1 2 1 1 2:2,4 2:0,3 1 0");
  }

  @Test
  void vectorFormsCompareEachWordWithItsOwnValue() {
    CProgram program =
        CProgram.shmem(
            "static int x[3];",
            """
              int wanted[3] = {5, 6, 7};
              if (me == 1) {
                for (int i = 2; i >= 0; i--) { shmem_int_p(&x[i], 5 + i, 0); shmem_fence(); }
              } else {
                size_t first = shmem_int_wait_until_any_vector(x, 3, NULL, SHMEM_CMP_EQ, wanted);
                shmem_int_wait_until_all_vector(x, 3, NULL, SHMEM_CMP_EQ, wanted);
                printf("%d %d %d %d", first < 3, x[0], x[1], x[2]);
              }
            """);
    assertThat(program.run(2).output()).isEqualTo("1 5 6 7");
  }

  @Test
  void aWaitEndsByAnotherPesWriteAndADeadlockNamesTheMissingOne() {
    String wait = "if (me == 0) { shmem_wait_until(&x, SHMEM_CMP_GE, 3); printf(\"%d\", x); }";
    CProgram served =
        CProgram.shmem("static int x;", wait + "else shmem_int_atomic_add(&x, 1, 0);");
    assertThat(served.run(4).output()).isEqualTo("3");
    assertThat(served.run(3).waits()).contains("waits until x >= 3; last saw 2");
  }

  @Test
  void theOldWaitEndsWhenTheValueChanges() {
    CProgram program =
        CProgram.shmem(
            "static long x;",
            """
              if (me == 0) { shmem_long_wait(&x, 0); printf("%ld", x); }
              else shmem_long_p(&x, 9, 0);
            """);
    assertThat(program.run(2).output()).isEqualTo("9");
  }

  @Test
  void aSignalWaitGivesTheValueThatEndedIt() {
    CProgram program =
        CProgram.shmem(
            "static uint64_t signal; static int x[2];",
            """
              int v[2] = {me, 10 * me};
              if (me > 0) {
                if (me == 1) shmem_int_put_signal(x, v, 2, &signal, 5, SHMEM_SIGNAL_ADD, 0);
                else shmem_signal_add(&signal, 2, 0);
              } else {
                uint64_t seen = shmem_signal_wait_until(&signal, SHMEM_CMP_GE, 7);
                printf("%d %d %d ", (int)seen, x[0], x[1]);
                shmem_signal_set(&signal, 1, 0);
                printf("%d", (int)shmem_signal_fetch(&signal));
              }
            """);
    assertThat(program.run(3).output()).isEqualTo("7 1 10 1");
  }

  @Test
  void aSignalOperatorThatDoesNotExistIsNamed() {
    CProgram program =
        CProgram.shmem(
            "static uint64_t signal; static int x;",
            "int v = 1; shmem_int_put_signal(&x, &v, 1, &signal, 1, 0, 0);");
    assertThat(program.run(1).failure()).startsWith("signal operator 0 is neither SIGNAL_SET");
  }
}
