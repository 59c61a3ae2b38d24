package org.shmemlab.transports.cost.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.transports.cost.stations.Script;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.platform.Topology;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Which paths a transport takes on a platform. */
class FleetsTest {
  private static final Platform HGX = Platforms.named("hgx-h200");
  private static final Platform TRAYS = Platforms.named("gb200-nvl72");

  private static Fleet fleet(Platform platform, String transport, int pes, int perNode) {
    return Fleets.on(platform, Transport.of(transport, Settings.DEFAULT), pes, perNode);
  }

  private static List<String> links(Fleet fleet, int source, int target) {
    Wires wires = Objects.requireNonNull(fleet.wires());
    Topology topology = wires.topology();
    return wires.route(source, target, fleet.nic(source), fleet.nic(target)).stream()
        .mapToObj(link -> topology.link(link).name())
        .toList();
  }

  @Test
  void aPlatformTakesThePathThatIsNamedThoughItHasAFasterOne() {
    Fleet pcie = fleet(HGX, "pcie", 4, 4);
    assertThat(pcie.local().latencyPs())
        .isEqualTo(HGX.path(PathKind.PCIE).latency().picoseconds())
        .isNotEqualTo(HGX.path(PathKind.NVLINK).latency().picoseconds());
    assertThat(links(pcie, 0, 3))
        .startsWith("bus up, gpu 0")
        .noneMatch(name -> name.contains("nvlink"));
    assertThat(links(fleet(HGX, "nvlink", 4, 4), 0, 3)).allMatch(name -> name.contains("nvlink"));
    assertThat(links(pcie, 2, 2)).isEmpty();
  }

  static Stream<Arguments> networks() {
    return Platforms.NAMES.stream()
        .flatMap(name ->
            Platforms.named(name).paths().keySet().stream()
                .filter(PathKind::isRemote)
                .map(path -> Arguments.of(name, path)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void everyPlatformCarriesPutsOverEachOfItsNetworks(String name, PathKind path) {
    Settings apart = Settings.of(Map.of("NVSHMEM_DISABLE_MNNVL", "1"));
    Platform platform = Platforms.named(name);
    Fleet fleet = Fleets.on(platform, Fleets.transport(platform, path.key(), apart), 2, 1);
    Script script = new Script().agent(0, List.of(Script.put(1, 8), Script.quiet()));
    assertThat(script.run(fleet) / 1e6).isBetween(4.0, 50.0); // a microsecond of wire at least
    assertThat(links(fleet, 0, 1)).anyMatch(link -> link.startsWith("nic 0 of node 0 transmit"));
  }

  @Test
  void cardsOfAGpuAreThoseOfItsPlatform() {
    assertThat(fleet(Platforms.named("h200-nvl"), "nvlink+ibgda", 8, 4).nicOf())
        .isEqualTo(ImmutableIntArray.of(0, 0, 1, 1));
    Fleet two = fleet(Platforms.named("gb200-nvl72-2nic"), "nvlink+ibgda", 144, 4);
    assertThat(two.cards().each()).isEqualTo(2);
    assertThat(two.cards().numbers().stream().distinct().count()).isEqualTo(8);
    assertThat(fleet(TRAYS, "nvlink+ibgda", 144, 4).cards().each()).isEqualTo(1);
    assertThat(fleet(Platforms.named("gh200-nvl2"), "nvlink+ibgda", 4, 2).nicOf())
        .isEqualTo(ImmutableIntArray.of(0, 1));
  }

  @Test
  void aPairOnABridgeHasWhatFourShare() {
    for (String name : List.of("h200-nvl", "h200-nvl-pair")) {
      Fleet fleet = fleet(Platforms.named(name), "nvlink+ibgda", 4, 2);
      Wires wires = Objects.requireNonNull(fleet.wires());
      double rate = wires.topology().link(wires.route(0, 1, 0, 0).get(0)).bytesPerSecond();
      assertThat(rate).isEqualTo(name.endsWith("pair") ? 450e9 : 150e9);
    }
  }

  @Test
  void anNvlinkDomainHasTheNodesThatThePlatformJoins() {
    assertThat(fleet(TRAYS, "nvlink+ibgda", 144, 4).layout()).isEqualTo(new JobLayout(144, 4, 72));
    assertThat(fleet(TRAYS, "nvlink+ibgda", 40, 2).layout()).isEqualTo(new JobLayout(40, 2, 36));
    Transport apart =
        Transport.of("nvlink+ibgda", Settings.of(Map.of("NVSHMEM_DISABLE_MNNVL", "1")));
    Fleet trays = Fleets.on(TRAYS, apart, 8, 4);
    assertThat(trays.layout()).isEqualTo(new JobLayout(8, 4, 4));
    assertThat(trays.routes().path(0, 4)).hasValue(PathKind.IBGDA);
    assertThat(links(trays, 0, 4)).anyMatch(name -> name.startsWith("nic"));
  }

  @Test
  void theCardsOfANodeKeepTheirPlacesInALargerDomain() {
    Fleet fleet = fleet(TRAYS, "nvlink+ibgda", 144, 4);
    assertThat(fleet.nic(1) % fleet.nicsPerNode()).isEqualTo(fleet.nic(77) % fleet.nicsPerNode());
    assertThat(fleet.nics()).isEqualTo(36 * 4);
  }

  @ParameterizedTest
  @CsvSource({
    "hgx-h200, , nvlink+ibgda",
    "hgx-h200, ibrc@3.5, nvlink+ibrc@3.5",
    "hgx-h200, pcie, pcie",
    "hgx-h200, nvlink, nvlink",
    "alps, , nvlink+cxi",
    "p5, pcie+efa, pcie+efa"
  })
  void aNetworkAloneServesWhereLoadsAndStoresDoNotLead(String platform, String name, String key) {
    Transport transport = Fleets.transport(Platforms.named(platform), name, Settings.DEFAULT);
    assertThat(transport.key()).isEqualTo(key);
  }

  @Test
  void withoutPeerAccessANodesPesMeetOnTheNetwork() {
    Settings settings = Settings.of(Map.of("NVSHMEM_DISABLE_P2P", "1"));
    Transport transport = Fleets.transport(HGX, "ibgda", settings);
    Fleet fleet = Fleets.on(HGX, transport, 8, 8);
    assertThat(transport.key()).isEqualTo("ibgda");
    assertThat(fleet.layout()).isEqualTo(new JobLayout(8, 8, 1));
    assertThat(fleet.near(3, 3)).isTrue();
    assertThat(fleet.routes().path(0, 1)).hasValue(PathKind.IBGDA);
    assertThat(fleet.nics()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hgx-h200 | nvlink | 16 | 8 | nothing leads from PE 0 to PE 8: name a network next to"
            + " nvlink, as in nvlink+ibgda",
        "gb200-nvl72 | pcie | 4 | 4 | platform gb200-nvl72 has no path pcie; it has nvlink, ibgda,"
            + " ibrc, ibdevx, ucx, verbs",
        "alps | nvlink+ibgda | 4 | 4 | platform alps has no path ibgda; it has nvlink, cxi",
        "alps | nvlink+cxi | 8 | 8 | a node of alps has 4 GPUs, not 8"
      })
  void whatALayoutCannotUseIsSaid(
      String platform, String transport, int pes, int perNode, String message) {
    assertThatThrownBy(() -> fleet(Platforms.named(platform), transport, pes, perNode))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
