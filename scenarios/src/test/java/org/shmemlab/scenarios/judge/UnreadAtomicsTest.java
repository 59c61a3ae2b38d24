package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * An atomic whose old value is not read, and a flag after it: over NVLink its call does not wait,
 * and real GPUs showed the flag first (results/README.md, "An atomic whose old value nobody
 * reads").
 */
class UnreadAtomicsTest {
  @ParameterizedTest
  @CsvSource({
    "nvlink, (void) nvshmem_long_atomic_fetch_add(x | 1 | 1);, true",
    "nvlink, nvshmem_long_atomic_swap(x | 1 | 1);, true",
    "nvlink, (void) nvshmem_long_atomic_compare_swap(x | 0 | 1 | 1);, true",
    "nvlink, nvshmem_long_atomic_add(x | 1 | 1);, true",
    "nvlink, (void) nvshmem_long_atomic_fetch_add(x | 1 | 1); nvshmem_fence();, false",
    "nvlink, if (nvshmem_long_atomic_fetch_add(x | 1 | 1) > 5) return;, false",
    "nvlink, y[1] = nvshmem_long_atomic_fetch_add(x | 1 | 1);, false",
    "ibgda, (void) nvshmem_long_atomic_fetch_add(x | 1 | 1);, false",
    "ibrc, (void) nvshmem_long_atomic_fetch_add(x | 1 | 1);, false",
  })
  void aFlagOvertakesIt(String transport, String call, boolean overtakes) {
    String body =
        """
        if (t == 0 && me == 0) {
          CALL
          nvshmem_long_atomic_set(y, 1, 1);
        } else if (t == 0) {
          nvshmem_long_wait_until(y, NVSHMEM_CMP_EQ, 1);
          printf("saw %ld", nvshmem_long_atomic_fetch(x, 1));
        }
        """
            .replace("CALL", call.replace(" |", ","));
    Set<String> outcomes = outcomes(transport, Checked.kernel(1, body));
    assertThat(outcomes).anyMatch(text -> text.contains("saw 1"));
    assertThat(outcomes.stream().anyMatch(text -> text.contains("saw 0"))).isEqualTo(overtakes);
  }

  private static Set<String> outcomes(String transport, SourceFile source) {
    return TransportJudgement.of(
            source,
            Objects.requireNonNull(CudaC.compile(source).program()),
            Job.ofPes(2),
            Transport.of(transport, Settings.DEFAULT),
            transport.equals("nvlink") ? 2 : 1,
            new ExplorationLimits(Engine.STATES, new SearchOptions(300_000, 0, () -> false)))
        .answer()
        .exploration()
        .outcomes()
        .keySet();
  }
}
