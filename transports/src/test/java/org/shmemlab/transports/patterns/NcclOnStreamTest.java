package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

class NcclOnStreamTest {
  private static Fleet fleet(int pes, int perNode, Map<String, String> environment) {
    Transport transport = Transport.of("nvlink+ibgda", Settings.of(environment));
    return Fleets.on(Platforms.named("hgx-h200"), transport, pes, perNode);
  }

  /** Worked out by hand from the constants of NCCL's model: 6.6 and 0.6 for each step. */
  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 7.2",
    "ALLTOALL, 7.2",
    "FCOLLECT, 8.4",
    "REDUCE_SCATTER, 8.4",
    "REDUCE, 10.2"
  })
  void smallDataTakeTheStepsOfARing(MeetingKind kind, double microseconds) {
    assertThat(NcclOnStream.ps(kind, null, fleet(4, 4, Map.of()), 8).orElseThrow() / 1e6)
        .isCloseTo(microseconds, within(0.001));
  }

  /** The bytes that pass a link count: 3 of 4 shares of a gather, all of a broadcast. */
  @Test
  void largeDataTakeTheBandwidthOfALink() {
    Fleet fleet = fleet(4, 4, Map.of());
    long bytes = 1L << 30;
    double once = bytes / fleet.local().putRate() * 1e12;
    assertThat(ps(MeetingKind.BROADCAST, fleet, bytes)).isCloseTo(once, within(0.01 * once));
    assertThat(ps(MeetingKind.FCOLLECT, fleet, bytes)).isCloseTo(3 * once, within(0.03 * once));
    assertThat(ps(MeetingKind.REDUCE, fleet, bytes)).isCloseTo(1.5 * once, within(0.02 * once));
  }

  @ParameterizedTest
  @EnumSource(names = {"BROADCAST", "FCOLLECT", "ALLTOALL", "REDUCE", "REDUCE_SCATTER"})
  void nvshmemTakesItsOwnWithoutNcclOverANetworkAndAlone(MeetingKind kind) {
    Fleet without = fleet(4, 4, Map.of("NVSHMEM_DISABLE_NCCL", "1"));
    assertThat(NcclOnStream.ps(kind, null, without, 8)).isEmpty();
    assertThat(NcclOnStream.ps(kind, null, fleet(4, 2, Map.of()), 8)).isEmpty();
    assertThat(NcclOnStream.ps(kind, null, fleet(1, 1, Map.of()), 8)).isEmpty();
  }

  @Test
  void ncclHasNoReductionOfBitsAndNoBarrier() {
    Fleet fleet = fleet(4, 4, Map.of());
    assertThat(NcclOnStream.ps(MeetingKind.REDUCE, ReduceOp.SUM, fleet, 8)).isPresent();
    assertThat(NcclOnStream.ps(MeetingKind.REDUCE, ReduceOp.XOR, fleet, 8)).isEmpty();
    assertThat(NcclOnStream.ps(MeetingKind.SYNC, null, fleet, 0)).isEmpty();
  }

  private static double ps(MeetingKind kind, Fleet fleet, long bytes) {
    return NcclOnStream.ps(kind, null, fleet, bytes).orElseThrow();
  }
}
