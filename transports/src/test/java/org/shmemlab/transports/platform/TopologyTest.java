package org.shmemlab.transports.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.platform.Node.NvLink;

/** Which links lie between two GPUs. */
class TopologyTest {
  private static Topology of(String name, int nodes) {
    return new Topology(Platforms.named(name), nodes);
  }

  private static List<String> names(Topology topology, int from, int to, PathKind kind) {
    return topology.route(from, to, kind, 0).links().stream()
        .mapToObj(link -> topology.link(link).name())
        .toList();
  }

  private static long latency(Topology topology, int from, int to, PathKind kind) {
    return topology.route(from, to, kind, 0).links().stream()
        .mapToLong(link -> topology.link(link).picoseconds())
        .sum();
  }

  @Provide
  Arbitrary<String> presets() {
    return Arbitraries.of(Platforms.NAMES);
  }

  @Property(tries = 100)
  void theWayBackUsesOtherLinksAndIsAsLong(
      @ForAll @From("presets") String name, @ForAll @IntRange(min = 0, max = 2000) int seed) {
    Topology topology = of(name, 40);
    int from = seed % topology.gpus();
    int to = seed * 31 % topology.gpus();
    NvLink nvlink = topology.platform().node().nvlink();
    boolean near = nvlink != null && from / 4 == to / 4; // nodes have at least 4 GPUs
    PathKind kind = near ? PathKind.NVLINK : PathKind.IBGDA;
    Route there = topology.route(from, to, kind, seed);
    Route back = topology.route(to, from, kind, seed);
    assertThat(there.links().length()).isEqualTo(back.links().length());
    if (from != to) {
      assertThat(there.links().stream().filter(back.links()::contains)).isEmpty();
    }
    there.links().forEach(link -> assertThat(topology.link(link).bytesPerSecond()).isPositive());
  }

  @Property(tries = 50)
  void everyGpuUsesItsShareOfTheNearestNics(@ForAll @From("presets") String name) {
    Node node = Platforms.named(name).node();
    int[] users = new int[node.nics()];
    NicMapping.of(node).forEach(nics -> nics.forEach(nic -> users[nic]++));
    assertThat(IntStream.of(users).distinct().toArray()).hasSize(1);
  }

  @Test
  void aSwitchHasAPortForEachGpuAndAMeshALinkForEachPair() {
    assertThat(names(of("hgx-h200", 1), 0, 3, PathKind.NVLINK))
        .containsExactly("nvlink out, gpu 0", "nvlink in, gpu 3");
    assertThat(names(of("h100-mesh", 2), 5, 7, PathKind.NVLINK))
        .containsExactly("nvlink, gpu 5 to gpu 7");
  }

  @Test
  void nvlinkEndsWithItsDomain() {
    Topology trays = of("gb200-nvl72", 36);
    assertThat(names(trays, 0, 71, PathKind.NVLINK)).hasSize(2);
    assertThatThrownBy(() -> trays.route(0, 72, PathKind.NVLINK, 0))
        .hasMessageContaining("no nvlink between gpu 0 and gpu 72");
  }

  @Test
  void theSameRailNeedsNoSpineAndAnotherDoes() {
    Topology cluster = of("hgx-h200", 64);
    assertThat(names(cluster, 0, 8, PathKind.IBGDA))
        .containsExactly(
            "bus up, gpu 0",
            "bus to nic 0 of node 0",
            "nic 0 of node 0 transmit",
            "nic 0 of node 1 receive",
            "bus from nic 0 of node 1",
            "bus down, gpu 8");
    assertThat(names(cluster, 0, 9, PathKind.IBGDA)).contains("rail leaf 0 up", "rail leaf 1 down");
    assertThat(names(cluster, 0, 8 * 40, PathKind.IBGDA))
        .contains("rail leaf 0 up", "rail leaf 8 down");
    assertThat(latency(cluster, 0, 8, PathKind.IBGDA)).isZero();
    assertThat(latency(cluster, 0, 9, PathKind.IBGDA)).isEqualTo(400_000);
  }

  @Test
  void aDragonflyAddsOneSwitchInAGroupAndThreeAcross() {
    Topology alps = of("alps", 1000);
    assertThat(latency(alps, 0, 4, PathKind.CXI)).isZero();
    assertThat(latency(alps, 0, 4 * 4, PathKind.CXI)).isEqualTo(350_000);
    assertThat(latency(alps, 0, 4 * 4 * 32, PathKind.CXI)).isEqualTo(3 * 350_000);
  }

  @Test
  void gpusThatShareASwitchShareNoNicWhereThereAreEnough() {
    Topology node = of("hgx-h200", 1);
    assertThat(IntStream.range(0, 8).map(gpu -> node.nics(gpu).get(0)).distinct().count())
        .isEqualTo(8);
    assertThat(of("p5", 1).nics(1).asList()).containsExactly(4, 5, 6, 7);
  }
}
