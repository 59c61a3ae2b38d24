package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** The smallest program for each kind of repair, with the call and the place that repair it. */
class RepairKindsTest {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(300_000, () -> false);

  @Test
  void aWaitForASignalOfTheProgram() {
    String body =
        """
        if (me == 0) {
          shmem_long_p(&x, 5, 1);
          shmem_fence();
          shmem_long_atomic_set(&flag, 1, 1);
        } else {
          printf("%ld\\n", x);
        }
        """;
    assertThat(host(body))
        .containsExactly("shmem_long_wait_until() for the update of line 13 before 15");
  }

  @Test
  void aWaitForAllOfACounter() {
    String body =
        """
        if (me != 0) {
          shmem_long_p(&x + 0 * me, 5, 0);
          shmem_quiet();
        }
        shmem_long_atomic_inc(&flag, 0);
        if (me == 0) {
          shmem_long_wait_until(&flag, SHMEM_CMP_GE, 1);
          printf("%ld\\n", x);
        }
        """;
    assertThat(host(body))
        .containsExactly("shmem_long_wait_until() for all 2 updates of line 14 before 17");
  }

  @Test
  void theEndOfAThread() {
    String body =
        """
        pthread_t thread;
        long own = 0;
        pthread_create(&thread, NULL, f, &own);
        printf("%d %ld\\n", me, own);
        """;
    assertThat(host(body)).containsExactly("pthread_join() of the thread of line 12 before 13");
  }

  @Test
  void onceBeforeALoopIsEnough() {
    String body =
        """
        shmem_long_p(&x, 5, 1 - me);
        for (int i = 0; i < 2; i++)
          printf("%ld\\n", x);
        """;
    assertThat(host(body)).containsExactly("shmem_barrier_all() after 10");
  }

  @Test
  void aCallOfABlockIsOneStatement() {
    String body =
        """
        nvshmemx_int_put_block(x, x + 1, 1, 1 - me);
        printf("%d\\n", *x);
        """;
    assertThat(kernel(body)).containsExactly("nvshmemx_barrier_all_block() before 7");
  }

  private static List<String> host(String body) {
    return repairs(
        new SourceFile(
            "kinds.c",
            """
            #include <pthread.h>
            #include <shmem.h>
            #include <stdio.h>
            static long x, flag;
            static void *f(void *p) { *(long *)p = 1; return NULL; }
            int main(void) {
              int level;
              shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
              int me = shmem_my_pe();
              %s
              shmem_finalize();
              return 0;
            }
            """
                .formatted(body.strip())));
  }

  private static List<String> kernel(String body) {
    return repairs(
        new SourceFile(
            "kinds.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            #include <stdio.h>
            __global__ void f(int *x, uint64_t *count) {
              int me = nvshmem_my_pe();
              %s
            }
            int main(void) {
              nvshmem_init();
              int *x = (int *)nvshmem_calloc(2, sizeof(int));
              uint64_t *count = (uint64_t *)nvshmem_calloc(1, 8);
              void *args[] = {&x, &count};
              nvshmemx_collective_launch((const void *)f, 1, 2, args, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_finalize();
              return 0;
            }
            """
                .formatted(body.strip())));
  }

  private static List<String> repairs(SourceFile file) {
    Program program = Objects.requireNonNull(CudaC.compile(file).program());
    return ProgramJudgement.of(
            file, program, Job.ofPes(2), ProgramJudgement.profiles(program), LIMITS)
        .withRepairs(program, LIMITS)
        .findings()
        .stream()
        .flatMap(found -> found.repairs().flatMap(RepairSearch.Result::repair).stream())
        .flatMap(repair -> repair.changes().stream())
        .map(RepairKindsTest::words)
        .distinct()
        .toList();
  }

  private static String words(Change change) {
    String purpose = change instanceof Change.Addition addition ? addition.purpose() + " " : "";
    return change.call() + " " + purpose + change.where() + " " + change.line().line();
  }
}
