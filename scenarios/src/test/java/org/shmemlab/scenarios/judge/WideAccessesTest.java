package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Whether accesses conflict does not depend on how many bytes they access, nor on which is first.
 */
class WideAccessesTest {
  private static final String WIDE = "shmem_putmem(target + 100, source, 4200, 1);";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "99 | false",
        "100 | true",
        "101 | true",
        "4200 | true",
        "4299 | true",
        "4300 | false"
      })
  void aNarrowAccessMeetsAWideOne(int at, boolean meets) {
    String narrow = "target[" + at + "] = 1;";
    assertThat(conflicts(WIDE, narrow)).isEqualTo(meets);
    String behind = "shmem_putmem(target + 100, target, 4200, 1);";
    assertThat(conflicts(narrow + behind, "if (target[" + at + "]) flag = 1;")).isEqualTo(meets);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 | 100 | false", "0 | 101 | true", "4299 | 4200 | true", "4300 | 4200 | false"})
  void aWideAccessMeetsAWideOne(int at, int bytes, boolean meets) {
    String other = "shmem_putmem(target + %d, source, %d, 1);".formatted(at, bytes);
    assertThat(conflicts(WIDE, other)).isEqualTo(meets);
    assertThat(conflicts(other, WIDE)).isEqualTo(meets);
  }

  private static boolean conflicts(String one, String other) {
    SourceFile file =
        new SourceFile(
            "wide.c",
            """
            #include <shmem.h>
            static char source[9000], target[9000];
            static uint64_t flag;
            int main(void) {
              shmem_init();
              if (shmem_my_pe() == 0) {
                %s
              } else {
                %s
              }
              shmem_finalize();
              return 0;
            }
            """
                .formatted(one, other));
    var kinds = Checked.kinds(Engine.STATES, Profile.OPENSHMEM, 2, file);
    assertThat(Checked.kinds(Engine.DPOR, Profile.OPENSHMEM, 2, file)).isEqualTo(kinds);
    assertThat(kinds).isSubsetOf(FindingKind.CONFLICT);
    return !kinds.isEmpty();
  }
}
