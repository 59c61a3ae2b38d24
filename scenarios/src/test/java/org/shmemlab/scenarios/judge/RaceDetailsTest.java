package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.MoreCollectors;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks what a conflict says of loops, and of the values that its two accesses leave open. */
@Tag("compiler")
class RaceDetailsTest {
  private static Finding race(Engine engine, String kernel) {
    SourceFile source =
        new SourceFile(
            "details.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void k(int *x, uint64_t *flag, int pe) {
            %s
            }
            int main() {
              nvshmem_init();
              int pe = nvshmem_my_pe();
              int *x = (int *)nvshmem_calloc(8, sizeof(int));
              uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
              k<<<1, 1>>>(x, flag, pe);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """
                .formatted(kernel));
    return Checked.explore(engine, Profile.NVSHMEM, 2, source).findings().stream()
        .filter(Finding.DataRace.class::isInstance)
        .collect(MoreCollectors.onlyElement());
  }

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"STATES", "DPOR", "RANDOM"})
  void aConflictInALoopSaysInWhichIterations(Engine engine) {
    Finding race =
        race(
            engine,
            """
              for (int i = 0; i < 6; i++)
                if (pe == 0) nvshmem_int_put_nbi(x + i / 3, x + 4 + i, 1, 1);
            """);
    assertThat(race.sentence())
        .containsPattern("details.cu:5:\\S* \\((1st|2nd) execution\\) and .*:5:\\S* \\((2nd|3rd)");
  }

  @Test
  void aSourceThatIsWrittenAgainHasBothValues() {
    Finding race =
        race(
            Engine.STATES,
            """
              for (int i = 1; pe == 0 && i < 3; i++) {
                x[4] = 10 * i;
                nvshmem_int_put_nbi(x + i, x + 4, 1, 1);
              }
            """);
    assertThat(race.sentence())
        .contains("details.cu:6:5 (1st execution)", "details.cu:5:10 (2nd execution)");
    assertThat(race.values())
        .isEqualTo(Optional.of("in this schedule the put (reading its source) sees 10 or 20"));
  }

  @Test
  void aLoadBesideAPutHasTheOldValueAndTheNewOne() {
    Finding race =
        race(
            Engine.DPOR,
            """
              x[4] = 7;
              if (pe == 0) nvshmem_int_put(x, x + 4, 1, 1);
              if (pe == 1) x[5] = x[0];
            """);
    assertThat(race.sentence()).doesNotContain("execution");
    assertThat(race.values()).isEqualTo(Optional.of("in this schedule the load sees 0 or 7"));
  }

  @Test
  void twoUpdatesEndAsEither() {
    Finding race = race(Engine.STATES, "  nvshmem_int_p(x, pe + 5, 1);\n");
    assertThat(race.values()).isEqualTo(Optional.of("in this schedule the word ends as 5 or 6"));
  }

  @Test
  void equalValuesAreNotShown() {
    assertThat(race(Engine.STATES, "  nvshmem_int_p(x, 5, 1);\n").values()).isEmpty();
  }
}
