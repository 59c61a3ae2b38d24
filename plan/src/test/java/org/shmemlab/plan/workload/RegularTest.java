package org.shmemlab.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.Traffic;

/** Workloads whose traffic follows from the numbers of the PEs alone. */
class RegularTest {
  private static final Platform H100 = Platforms.named("dgx-h100");

  private static Traffic traffic(String workload, int pes, Map<String, String> values) {
    Workload of = Workloads.named(workload);
    return Traffic.of(of.script(of.values(values), new Placement(pes, 8, H100.gpu()), 1));
  }

  private static long time(String workload, int pes, Map<String, String> values) {
    Workload of = Workloads.named(workload);
    int each = Math.min(pes, 8);
    return ScriptRun.on(
            Fleets.on(H100, pes, each, PathKind.IBGDA),
            of.script(of.values(values), new Placement(pes, each, H100.gpu()), 1))
        .picoseconds();
  }

  // 16 tokens of 64 values of 2 bytes are 2048 bytes, 512 for each of 4 blocks.
  @ParameterizedTest
  @CsvSource({"ring, 14, 896", "one-shot, 7, 3584", "two-shot, 14, 896", "doubling, 3, 1536"})
  void eachAlgorithmSendsWhatItHasTo(String algorithm, int messages, long bytesOfOneBlock) {
    Traffic traffic =
        traffic("allreduce", 8, Map.of("algorithm", algorithm, "tokens", "16", "hidden", "64"));
    assertThat(traffic.total()).isEqualTo(new Traffic.Sum(32L * messages, 32 * bytesOfOneBlock));
  }

  @Test
  void aRingSendsToTheRightOnly() {
    assertThat(traffic("allreduce", 6, Map.of("tokens", "6")).pairs().keySet())
        .allMatch(way -> way.to() == (way.from() + 1) % 6)
        .hasSize(6);
  }

  @Test
  void aProductInPartsOverlapsWithItsSum() {
    Map<String, String> one = Map.of("inner", "32768", "tokens", "4096", "parts", "1");
    Map<String, String> four = Map.of("inner", "32768", "tokens", "4096", "parts", "4");
    long product = 4096L * 8192 * 2 * 4096; // operations of one PE
    double alone = product / 989.4e12 / 0.6 * 1e12;
    assertThat(time("allreduce", 8, one)).isGreaterThan((long) alone);
    assertThat(time("allreduce", 8, four)).isLessThan(time("allreduce", 8, one));
  }

  @Test
  void allAlgorithmsComeToAnEndOnEveryNumberOfPes() {
    for (String algorithm : new String[] {"ring", "one-shot", "two-shot"}) {
      for (int pes : new int[] {1, 2, 5, 16}) {
        assertThat(
                time(
                    "allreduce",
                    pes,
                    Map.of("algorithm", algorithm, "tokens", "4", "hidden", "64", "parts", "2")))
            .isNotNegative();
      }
    }
    assertThatThrownBy(() -> traffic("allreduce", 6, Map.of("algorithm", "doubling")))
        .hasMessage("algorithm=doubling takes a power of two PEs, not 6");
  }

  @Test
  void neighboursExchangeTheirFaces() {
    Traffic traffic = traffic("halo3d", 8, Map.of("cells", "32", "steps", "3"));
    // two boxes along each axis, faces of 16 x 16 cells of 8 bytes: 12 pairs of neighbours
    assertThat(traffic.pairs()).hasSize(24);
    assertThat(traffic.pairs().values())
        .allMatch(sum -> sum.equals(new Traffic.Sum(3, 3 * 16 * 16 * 8)));
    traffic
        .pairs()
        .forEach((way, sum) ->
            assertThat(traffic.pairs())
                .containsEntry(
                    new Traffic.Way(way.to(), way.from(), TransferKind.PUT_SIGNAL), sum));
  }

  @Test
  void boxesHaveSmallFaces() {
    Workload halo = Workloads.named("halo3d");
    assertThat(Halo3d.Boxes.of(halo.values(Map.of()), 64).counts().asList())
        .containsExactly(4, 4, 4);
    assertThat(Halo3d.Boxes.of(halo.values(Map.of()), 12).counts().asList())
        .containsExactly(2, 2, 3);
    assertThat(Halo3d.Boxes.of(halo.values(Map.of()), 7).counts().asList())
        .containsExactly(1, 1, 7);
    assertThatThrownBy(() -> traffic("halo3d", 64, Map.of("cells", "3")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void morePesMakeAStepOfTheSameGridShorter() {
    Map<String, String> values = Map.of("cells", "512", "steps", "2");
    assertThat(time("halo3d", 16, values)).isLessThan(time("halo3d", 4, values));
    // 512^3 cells of 16 bytes at 60 % of 3.35 TB/s, twice
    assertThat(time("halo3d", 1, values) / 1e6).isBetween(2130.0, 2140.0);
  }
}
