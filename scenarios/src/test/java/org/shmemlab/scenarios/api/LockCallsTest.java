package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.spec.Profile;

class LockCallsTest {
  private static final CProgram COUNTING =
      CProgram.shmem(
          "static long lock; static int count;",
          """
            for (int i = 0; i < 5; i++) {
              if (i % 2) while (shmem_test_lock(&lock)) ;
              else shmem_set_lock(&lock);
              int seen = shmem_int_g(&count, 0);
              shmem_int_p(&count, seen + 1, 0);
              shmem_clear_lock(&lock);
            }
            shmem_barrier_all();
            if (me == 0) printf("%d ", count);
            if (lock) printf("not free");
          """);

  @Property(tries = 40)
  void whatIsDoneUnderALockIsNeverLost(
      @ForAll @IntRange(min = 1, max = 6) int pes, @ForAll @IntRange(max = 100_000) int seed) {
    assertThat(COUNTING.runScheduled(seed, pes).output()).isEqualTo(5 * pes + " ");
  }

  @ParameterizedTest
  @CsvSource({"nvshmem, 2", "openshmem-1.6, 2", "openshmem-1.6, 3"})
  void inNoOrderAreTwoPesInside(String profile, int pes) {
    CProgram program =
        CProgram.shmem(
            "static long lock; static int count;",
            """
              shmem_set_lock(&lock);
              shmem_int_p(&count, shmem_int_g(&count, 0) + 1, 0);
              shmem_clear_lock(&lock);
              shmem_barrier_all();
              if (me == 0) printf("%d", count);
            """);
    Exploration found = program.explore(pes, Profile.named(profile).orElseThrow());
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).isEmpty();
    assertThat(found.outcomes()).containsOnlyKeys(String.valueOf(pes));
  }

  @Test
  void aLockThatIsNotReleasedIsSeenByTheThreadsThatTry() {
    CProgram program =
        CProgram.shmem(
            "static long lock;",
            """
              if (me == 0) printf("%d ", shmem_test_lock(&lock));
              shmem_barrier_all();
              printf("%d ", shmem_test_lock(&lock));
            """);
    assertThat(program.run(3).output()).isEqualTo("0 1 1 1 ");
  }

  @Test
  void twoLocksTakenInOppositeOrderAreADeadlock() {
    CProgram program =
        CProgram.shmem(
            "static long a, b;",
            """
              shmem_set_lock(me ? &a : &b);
              shmem_barrier_all();
              shmem_set_lock(me ? &b : &a);
            """);
    assertThat(program.run(2).waits())
        .hasSize(2)
        .allMatch(wait -> wait.matches("waits until [ab] at byte 4 >= 0; last saw -2147483648"));
  }
}
