package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

class NcclAllreduceTest {
  private static Fleet fleet(String platform, int pes, int perNode) {
    return Fleets.on(Platforms.named(platform), pes, perNode, PathKind.IBGDA);
  }

  private static NcclAllreduce how(String key) {
    return NcclAllreduce.named(key).orElseThrow();
  }

  /** Latencies of the model, worked out by hand from its constants. */
  @ParameterizedTest
  @CsvSource({
    "nccl-ring-ll, 4, 4, 10.2", // 6.6 + 6 x 0.6
    "nccl-ring-ll128, 8, 8, 40.6", // 14 + 14 x 1.9
    "nccl-ring-simple, 8, 8, 56.0", // 8.4 + 14 x 3.4
    "nccl-tree-ll, 8, 8, 15.2", // 6.8 + 2 x 7 x 0.6
    "nccl-ring-ll, 16, 8, 40.0", // 6.6 + 28 x 1.0 of posting + 2 x 2.7
    "nccl-tree-simple, 32, 8, 120.4", // 8.4 + 2 x (7 x 4 + 2 x 14)
    "nccl-ring-ll, 2, 1, 16.6", // 6.6 + 2 x 5: nothing hides the network of a lone PE
  })
  void smallDataTakeTheLatencyOfTheirSteps(String key, int pes, int perNode, double expected) {
    assertThat(how(key).microseconds(fleet("dgx-h100", pes, perNode), 0))
        .isCloseTo(expected, within(1e-9));
  }

  @Test
  void largeDataTakeTheBandwidthOfTheSlowestPart() {
    long bytes = 1L << 32;
    // 313.2 GB/s of NVLink; a ring moves 14/8 of the data over each link
    assertThat(how("nccl-ring-simple").microseconds(fleet("dgx-h100", 8, 8), bytes))
        .isCloseTo(bytes * 14.0 / 8 / 313.2e3, within(60.0));
    // eight NICs of 48 GB/s are more than NVLink has, one is less
    double two = how("nccl-ring-simple").microseconds(fleet("dgx-h100", 16, 8), bytes);
    assertThat(two).isCloseTo(bytes * 30.0 / 16 / 313.2e3, within(300.0));
    double lone = how("nccl-ring-simple").microseconds(fleet("dgx-h100", 2, 1), bytes);
    assertThat(lone).isCloseTo(bytes / 48e3, within(100.0));
    assertThat(how("nccl-ring-ll").microseconds(fleet("dgx-h100", 8, 8), bytes))
        .isCloseTo(bytes * 14.0 / 8 / 141e3, within(20.0));
  }

  @Test
  void smallDataGoByFlagsAndLargeByChunks() {
    Fleet fleet = fleet("dgx-h100", 8, 8);
    assertThat(NcclAllreduce.fastest(fleet, 8)).isEqualTo(how("nccl-ring-ll"));
    assertThat(NcclAllreduce.fastest(fleet, 1L << 30)).isEqualTo(how("nccl-ring-simple"));
    assertThat(NcclAllreduce.fastest(fleet("dgx-h100", 512, 8), 8).algorithm())
        .isEqualTo(NcclAllreduce.Algorithm.TREE);
  }

  @Test
  void withoutNvlinkNothingGoesByLines() {
    Fleet pcie =
        Fleets.on(Platforms.named("hgx-h200"), Transport.of("pcie", Settings.DEFAULT), 8, 8);
    for (long bytes = 8; bytes < 1L << 33; bytes *= 2) {
      assertThat(NcclAllreduce.fastest(pcie, bytes).protocol())
          .isNotEqualTo(NcclAllreduce.Protocol.LL128);
    }
  }

  @Test
  void aNetworkWhoseLatencyAPlugInReportsIsRefused() {
    Fleet fleet = Fleets.on(Platforms.named("p5"), 16, 8, PathKind.EFA);
    assertThat(NcclAllreduce.reason(fleet))
        .hasValue("NCCL takes its latency over efa from a plug-in");
    assertThat(NcclAllreduce.reason(fleet("dgx-h100", 16, 8))).isEmpty();
  }

  @Test
  void eachHasANameOfItsOwn() {
    List<String> keys = NcclAllreduce.ALL.stream().map(NcclAllreduce::key).toList();
    assertThat(keys).hasSize(6).doesNotHaveDuplicates().allMatch(key -> key.startsWith("nccl-"));
    for (NcclAllreduce one : NcclAllreduce.ALL) {
      assertThat(NcclAllreduce.named(one.key())).hasValue(one);
    }
  }
}
