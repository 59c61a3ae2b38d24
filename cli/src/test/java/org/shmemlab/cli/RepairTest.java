package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks the report of {@code check} about the call that repairs a conflict. */
class RepairTest {
  private static final String BUG = "../gallery/01_flag_overtakes_data/before.cu";

  @Test
  void theRepairOfASingleFileIsReportedWithItsLine() {
    Session session = Session.of("check", BUG);
    assertThat(session.out())
        .contains(
            "  repair: insert `nvshmem_quiet();` before `nvshmem_uint64_atomic_set(flag, 1, 1);` in"
                + " line 19 (verified: the conflict is gone in all");
  }

  @Test
  void nothingIsReportedUnlessAskedFor() {
    assertThat(Session.of("check", "--no-repair", BUG).out()).doesNotContain("repair");
    assertThat(Session.of("check", "--no-repair", "--json", BUG).out())
        .doesNotContain("\"verified\"");
  }

  @Test
  void jsonHasItAsAnObject() {
    assertThat(Session.of("check", "--json", BUG).out())
        .containsPattern("\"call\" : \"nvshmem_quiet\\(\\)\",\\s*\"file\" : \"" + BUG)
        .containsPattern("\"line\" : 19,\\s*\"where\" : \"before\"")
        .contains("\"verified\" : true");
  }
}
