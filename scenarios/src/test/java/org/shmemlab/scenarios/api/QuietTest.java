package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.api.catalogue.Catalogue;

/** The meetings that follow a quiet: those that are barriers by definition, and no others. */
class QuietTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_barrier_all",
        "nvshmem_barrier",
        "nvshmemx_barrier_warp",
        "shmem_barrier",
        "nvshmem_malloc",
        "nvshmem_calloc",
        "nvshmem_align",
        "nvshmem_free",
        "nvshmem_finalize",
        "shmem_finalize"
      })
  void aBarrierIsAQuietAndThenAMeeting(String name) {
    assertThat(quietBeforeMeeting(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_sync_all",
        "nvshmem_team_sync",
        "shmem_sync",
        "nvshmem_int_broadcast",
        "nvshmem_int_sum_reduce",
        "shmem_collectmem",
        "nvshmem_team_destroy"
      })
  void otherMeetingsCompleteNothing(String name) {
    assertThat(quietBeforeMeeting(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"shmem_barrier_all(), true", "shmem_sync_all(), false"})
  void onlyABarrierCompletesAPut(String meeting, boolean defined) {
    CProgram program =
        CProgram.shmem(
            "static int x;",
            """
              int v = me + 1;
              shmem_int_put(&x, &v, 1, (me + 1) %% n);
              %s;
              if (me == 0) printf("%%d", x);
            """
                .formatted(meeting));
    Exploration found = program.explore(2, Profile.OPENSHMEM);
    assertThat(found.complete()).isTrue();
    assertThat(found.undefined()).isNotEqualTo(defined);
    if (defined) {
      assertThat(found.outcomes()).containsOnlyKeys("2");
    }
  }

  private static boolean quietBeforeMeeting(String name) {
    CallBench bench = new CallBench();
    bench.call(CallBench.resolve(new Catalogue().find(name).get(0)));
    ImmutableList<Instruction> body = bench.build().body();
    boolean quiet = false;
    for (Instruction instruction : body) {
      quiet |= instruction instanceof Instruction.Quiet;
      if (instruction instanceof Instruction.Arrive arrive
          && arrive.family() != Instruction.Family.CUDA) {
        return quiet;
      }
    }
    throw new AssertionError(name + " meets nobody");
  }
}
