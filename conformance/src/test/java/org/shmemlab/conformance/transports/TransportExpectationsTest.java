package org.shmemlab.conformance.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Checks that each transport shows the outcomes of small programs that NVSHMEM's sources lead to
 * expect.
 */
class TransportExpectationsTest {
  static Stream<TransportCell> cells() {
    return TransportExpectations.cells().stream();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void isAsReadingTheSourcesSays(TransportCell cell) {
    assertThat(shown(cell, cell.transport(), cell.pesPerNode())).isEqualTo(cell.expected());
  }

  @Test
  void onOneNodeAMixedJobHasWeakStoresAlone() {
    for (TransportCell cell : mixed()) {
      assertThat(shown(cell, cell.transport(), 4))
          .as(cell.toString())
          .isEqualTo(cell.program().test().name().equals("L9") ? "y" : "n");
    }
  }

  @Test
  void lateVisibilityChangesNothingAfterAWaitUntil() {
    List<TransportCell> late =
        cells()
            .filter(cell -> cell.column().endsWith(" late-visibility"))
            .filter(cell -> cell.program().test().name().equals("L2"))
            .toList();
    assertThat(late).isNotEmpty();
    for (TransportCell cell : late) {
      Transport orderly = Transport.of(cell.transport().key(), Settings.DEFAULT);
      assertThat(shown(cell, orderly, cell.pesPerNode())).isEqualTo(cell.expected());
    }
  }

  private static List<TransportCell> mixed() {
    return cells().filter(cell -> cell.transport().isMixed()).toList();
  }

  private static String shown(TransportCell cell, Transport transport, int pesPerNode) {
    TransportAnswer answer =
        TransportAnswer.of(
            cell.program(), transport, pesPerNode, new ExplorationLimits(100_000, () -> false));
    if (answer.exploration().findings().stream().anyMatch(Finding.Failure.class::isInstance)) {
      return "r";
    }
    assertThat(answer.exploration().complete()).isTrue();
    assertThat(answer.exploration().findings()).allMatch(Finding.Stale.class::isInstance);
    return answer.verdict().equals(Optional.of(Verdict.ALLOWED)) ? "y" : "n";
  }
}
