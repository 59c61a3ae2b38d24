package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A thread destroys a team while another is in a collective of it: that is a conflict, and the
 * thread in the collective still has its team.
 */
@Tag("compiler")
class TeamsGivenBackTest {
  private static final int RUNS = 100;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_team_sync(m)",
        "shmem_long_broadcast(m, x, y, 1, 0)",
        "shmem_long_fcollect(m, x, y, 1)",
        "shmem_long_collect(m, x, y, 1)",
        "shmem_long_alltoall(m, x, y, 1)",
        "shmem_long_alltoalls(m, x, y, 1, 1, 1)",
        "shmem_long_sum_reduce(m, x, y, 1)",
        "shmem_long_sum_inscan(m, x, y, 1)",
        "shmem_team_split_strided(m, 0, 1, 2, NULL, 0, &n)",
        "shmem_team_split_2d(m, 1, NULL, 0, &n, NULL, 0, &o)",
      })
  void aThreadInACollectiveStillHasItsTeam(String call) {
    for (String who : new String[] {"me == 0", "me == 1", "1"}) {
      SourceFile source = source(who, call);
      for (Engine engine : new Engine[] {Engine.STATES, Engine.DPOR, Engine.RANDOM}) {
        assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 2, source))
            .as("%s by %s, %s", call, who, engine)
            .contains(FindingKind.CONFLICT);
      }
      Program program = Objects.requireNonNull(CudaC.compile(source).program());
      for (int seed = 0; seed < RUNS; seed++) {
        Machine machine = new Machine(program, Job.ofPes(2), new Immediate(), new RuntimeSystem());
        Runner runner = new Runner(machine, new SeededRandom(seed), new OutputRecorder(1_000_000));
        assertThatCode(runner::run).as("%s by %s, %d", call, who, seed).doesNotThrowAnyException();
      }
    }
  }

  private static SourceFile source(String who, String call) {
    return new SourceFile(
        "team.c",
        """
        #include <pthread.h>
        #include <shmem.h>
        static long x[8], y[8];
        static shmem_team_t m, n, o;
        static void *other(void *unused) {
          int me = shmem_my_pe();
          if (%s) %s;
          return NULL;
        }
        int main(void) {
          int level;
          pthread_t a;
          shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
          shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &m);
          pthread_create(&a, NULL, other, NULL);
          shmem_team_destroy(m);
          pthread_join(a, NULL);
          shmem_finalize();
        }
        """
            .formatted(who, call));
  }
}
