package org.shmemlab.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.engine.Engine;

class CheckTextTest {
  @Test
  void aLitmusTestIsReportedInTheShapeOfHerd() {
    assertThat(single(view -> view.litmus(Judged.litmus(Judged.MP, Engine.STATES))))
        .isEqualTo(
            """
            Test mp
            Hash 776df0f60c71448cd7b7d49f971ff36c1acd1779cbfb2a85e5250e244ec30da0
            Profile nvshmem: Using NVSHMEM, "Data Consistency", table of access types
            States 1
            1       :>1:r0=1;
            No
            Witnesses
            Positive: 0 Negative: 1
            Condition exists (1:r0 = 0)
            Observation mp Never 0 1
            Verdict undefined, as expected
            Explored 8 states, complete
            dir/mp.litmus:13: error: conflict: the p of PE 0 at dir/mp.litmus:7 and the load of PE 1 at dir/mp.litmus:13 both access bytes 0 to 7 of 'x' of PE 1, and neither happens-before the other. Missing order: either PE 0 has to complete the p (quiet, barrier, or a fence before a flag to the same PE) and PE 1 has to observe that (barrier, or a wait for that flag or for its own signal) before the load, or the load has to complete before PE 0 starts the p.
              A shortest schedule that leads there:
                PE 1                                  network
                                                      rmw (at PE 1, line 8 of PE 0 thread 0 of block 0)
                12 nvshmem_long_wait_until(&f, NVSHM…
              Replay: shmemlab check dir/mp.litmus --profile nvshmem --schedule 1,0

            """);
  }

  @Test
  void whatRandomSchedulesShowIsNotCalledComplete() {
    assertThat(single(view -> view.litmus(Judged.litmus(Judged.MP, Engine.RANDOM))))
        .contains("states, 100 random schedules: other orders were not seen\n")
        .contains("\n  A shortest schedule that leads there:\n")
        .doesNotContain("complete\n");
  }

  @Test
  void oneOfSeveralTestsIsOneLine() {
    assertThat(several(view -> view.litmus(Judged.litmus(Judged.MP, Engine.STATES))))
        .isEqualTo("ok        dir/mp.litmus: undefined\n");
  }

  @Test
  void aFindingThatOnlySomeDocumentsHaveIsAWarningThatNamesThem() {
    assertThat(single(view -> view.program(Judged.program(Judged.WAITS_ON_P, 1000))))
        .startsWith(
            "Program waits.cu on 2 PEs\n"
                + "waits.cu:8:5: warning: conflict: the p of PE 0 at waits.cu:6:5 and the wait or"
                + " test of PE 1 at waits.cu:8:5 both access bytes 0 to 7 of ")
        .contains(
            "\n  The documents differ: Using NVSHMEM, \"Data Consistency\", table of access types"
                + " (nvshmem) promises no order here; NVSHMEM API, \"Memory Ordering\""
                + " (nvshmem-ordering-page) does. A portable program must not rely on it.\n")
        .endsWith("\nVerdict unspecified\n");
  }

  @Test
  void aSearchThatWasCutShortDoesNotSayThatDocumentsDiffer() {
    assertThat(single(view -> view.program(Judged.program(Judged.WAITS_ON_P, 1))))
        .contains(
            "\n"
                + "  Found under Using NVSHMEM, \"Data Consistency\", table of access types"
                + " (nvshmem), and not found under NVSHMEM API, \"Memory Ordering\""
                + " (nvshmem-ordering-page), where not every order was seen.\n")
        .doesNotContain("documents differ");
  }

  @Test
  void aStoreToAPeerIsExplainedAsThat() {
    assertThat(single(view -> view.program(Judged.program(Judged.STORES_TO_A_PEER, 1000))))
        .contains("Missing order: PE 0 accesses memory of PE 1 through nvshmem_ptr: ")
        .doesNotContain("agents of one PE");
  }

  @Test
  void aDeadlockNamesTheConditionOfEachBlockedAgent() {
    assertThat(single(view -> view.program(Judged.program(Judged.HANGS, 1000))))
        .contains(": error: deadlock: no PE can proceed\n")
        .contains("PE 1 a thread of kernel kernel at hangs.cu:6:5 waits until ")
        .contains("== 1; last saw 0\n")
        .endsWith("\nVerdict defined, but it does not end well\n");
  }

  @Test
  void aFailedAssertionHasTheScheduleThatLeadsThere() {
    assertThat(single(view -> view.program(Judged.program(Judged.ASSERTS, 1000))))
        .contains("asserts.cu:8:5: error: assertion failed")
        .contains("\n  A shortest schedule that leads there:\n")
        .containsPattern(
            "\n  Replay: shmemlab check asserts.cu --profile nvshmem -n 2 --schedule \\d")
        .contains("Profile nvshmem-ordering-page: Explored ");
  }

  @Test
  void aBudgetThatEndsFirstIsSaid() {
    assertThat(single(view -> view.program(Judged.program(Judged.ASSERTS, 1))))
        .contains("budget of 1 states hit: other orders were not seen\n")
        .endsWith(
            """
            Verdict nothing found within the budget
            Covered: every order of the first steps, as far as a budget of 1 states reaches (engine states)
            Open: a mistake that takes more steps
            """);
  }

  @Test
  void aReplayShowsColumnsAndEndsInTheFinding() {
    assertThat(single(view -> view.replayed(Judged.replayed(Judged.ASSERTS))))
        .startsWith(
            """
            Program asserts.cu on 2 PEs
            Profile nvshmem: Using NVSHMEM, "Data Consistency", table of access types
            Schedule of \
            """)
        .contains("network\n", "rmw (at PE 1, line 6 of PE 0 thread 0 of block 0)\n")
        .containsPattern("\nasserts.cu:8:5: error: assertion failed[^\n]* \\(PE 1\\)\n$");
  }

  @Test
  void theEndCountsWhatBecameOfTheFiles() {
    assertThat(several(view -> view.end(new CheckTotals(3, 2, 1, 1, 6, 1, 2, 1, 0, 1))))
        .isEqualTo(
            """
            1 program that announces findings, 1 as announced, 0 different
            6 programs, 1 clean, 2 with portability warnings, 1 with errors, 2 beyond the budget
            1 file not understood
            3 tests, 2 as expected, 1 different
            """);
  }

  private static String single(Consumer<CheckView> write) {
    return Judged.rendered(out -> new CheckText(out, out, true), write);
  }

  private static String several(Consumer<CheckView> write) {
    return Judged.rendered(out -> new CheckText(out, out, false), write);
  }
}
