package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * The meetings after which a thread observes the data of another PE's completed put: through its L1
 * cache, and in memory that a NIC writes where the GPU sees it late. A barrier and a collective
 * that moves data end with a wait that makes loads fresh; a sync only polls; a grid's barrier has
 * fences of its own.
 */
class MeetingsShowDataTest {
  private static final Transport CACHED = Transport.of("nvlink", Settings.DEFAULT);
  private static final Transport LATE =
      Transport.of("ibrc", Settings.DEFAULT)
          .over(Hardware.ORDERLY.with(ImmutableList.of("late-visibility")));

  private static final String NEW = "0 7";
  private static final String OLD = "0 0";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_barrier_all();",
        "nvshmem_barrier(NVSHMEM_TEAM_WORLD);",
        "nvshmem_long_broadcast(NVSHMEM_TEAM_WORLD, y, y, 1, 0);",
        "nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, y, y, 1);",
      })
  void whatTheMeetingWaitsForIsSeen(String meeting) {
    assertThat(outcomes(CACHED, meeting)).containsExactly(NEW);
    assertThat(outcomes(LATE, meeting)).containsExactly(NEW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_sync_all();",
        "nvshmem_team_sync(NVSHMEM_TEAM_WORLD);",
        "nvshmem_sync_all(); __syncthreads();",
        "nvshmem_sync_all(); __syncwarp();",
      })
  void whatOnlyPollsShowsNothing(String meeting) {
    assertThat(outcomes(CACHED, meeting)).containsExactlyInAnyOrder(NEW, OLD);
    assertThat(outcomes(LATE, meeting)).containsExactlyInAnyOrder(NEW, OLD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_sync_all(); cooperative_groups::this_grid().sync();",
        "nvshmem_sync_all(); __threadfence();",
      })
  void aFenceAfterItEmptiesTheCache(String meeting) {
    assertThat(outcomes(CACHED, meeting)).containsExactly(NEW);
  }

  private static Set<String> outcomes(Transport transport, String meeting) {
    SourceFile source = program(meeting);
    CudaC.Compiled compiled = CudaC.compile(source);
    assertThat(compiled.program()).as("%s", compiled.diagnostics()).isNotNull();
    Program program = Objects.requireNonNull(compiled.program());
    ExplorationLimits limits =
        new ExplorationLimits(Engine.STATES, new SearchOptions(300_000, 0, () -> false));
    TransportJudgement judgement =
        TransportJudgement.of(
            source, program, Job.ofPes(2), transport, transport.equals(CACHED) ? 2 : 1, limits);
    assertThat(judgement.answer().exploration().complete()).isTrue();
    return judgement.answer().exploration().outcomes().keySet();
  }

  // PE 1 loads, the PEs meet, PE 0 writes and completes it, they meet again, PE 1 loads again.
  private static SourceFile program(String meeting) {
    return new SourceFile(
        "meeting.cu",
        """
        #include <cooperative_groups.h>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        #include <stdio.h>
        __global__ void k(long *x, long *y, long *out) {
          if (nvshmem_my_pe() == 1) out[0] = x[0];
          nvshmem_sync_all();
          if (nvshmem_my_pe() == 0) {
            nvshmem_long_p(x, 7, 1);
            nvshmem_quiet();
          }
          %s
          if (nvshmem_my_pe() == 1) out[1] = x[0];
        }
        int main() {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(2, sizeof(long));
          long *y = (long *)nvshmem_calloc(2, sizeof(long));
          long *out;
          cudaMalloc((void **)&out, 2 * sizeof(long));
          void *arguments[] = {&x, &y, &out};
          nvshmemx_collective_launch((const void *)k, 1, 1, arguments, 0, 0);
          long host[2];
          cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
          if (nvshmem_my_pe() == 1) printf("%%ld %%ld", host[0], host[1]);
          nvshmem_barrier_all();
          nvshmem_free(y);
          nvshmem_free(x);
          cudaFree(out);
          nvshmem_finalize();
        }
        """
            .formatted(meeting));
  }
}
