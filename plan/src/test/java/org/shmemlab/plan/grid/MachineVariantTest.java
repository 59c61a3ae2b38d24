package org.shmemlab.plan.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;

class MachineVariantTest {
  private static MachineVariant with(String place, String value) {
    Cluster cluster = new Cluster(Platforms.named("dgx-h100"), null);
    return MachineVariant.of("dgx-h100", cluster, Map.of(place, value), WhatIf.USUAL);
  }

  @Test
  void anyNumberOfThePlatformCanBeAnother() {
    MachineVariant machine = with("paths.ibgda.latency", "1.2us");
    assertThat(machine.platform().path(PathKind.IBGDA).latency().picoseconds())
        .isEqualTo(1_200_000);
    assertThat(machine.platform().path(PathKind.IBRC))
        .isEqualTo(Platforms.named("dgx-h100").path(PathKind.IBRC));
    assertThat(machine.title()).isEqualTo("dgx-h100 with paths.ibgda.latency=1.2us");
  }

  @Test
  void orAMultipleOfWhatItIs() {
    assertThat(with("paths.ibgda.latency", "*2").platform().path(PathKind.IBGDA).latency().value())
        .isEqualTo(3.3);
  }

  private static MachineVariant without(String... cards) {
    Cluster cluster = new Cluster(Platforms.named("dgx-h100"), null);
    Impairments failed = Impairments.of(List.of(cards), List.of(), List.of());
    return MachineVariant.of("dgx-h100", cluster, Map.of(), new WhatIf(failed, Settings.DEFAULT));
  }

  @Test
  void aNodeKeepsAtLeastOneOfTheCardsThatItHas() {
    assertThatThrownBy(() -> without("nic:8"))
        .hasMessage("--fail nic:8: a node has the cards 0 to 7");
    String[] all = IntStream.range(0, 8).mapToObj(nic -> "nic:" + nic).toArray(String[]::new);
    assertThatThrownBy(() -> without(all)).hasMessage("--fail nic: a node needs at least one card");
  }

  @Test
  void networkCardsAreSharedByTheRoots() {
    Node node = with("node.nic.count", "4").platform().node();
    assertThat(node.nics()).isEqualTo(4);
    assertThat(node.roots()).allMatch(root -> root.nics().size() == 1);
    assertThat(with("node.nic.count", "2").platform().node().roots().get(1).nics())
        .containsExactly(0);
  }

  @Test
  void theNetworkCardsOfEachMachineCanBeMultiplied() {
    assertThat(with("node.nic.count", "*2").title())
        .isEqualTo(with("node.nic.count", "16").title())
        .isEqualTo("dgx-h100 with node.nic.count=16");
    assertThat(with("node.nic.count", "*0.5").platform().node().nics()).isEqualTo(4);
    assertThat(with("node.nic.count", "*1").changes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"*0.3,*0.3 of 8", "*64,*64 of 8", "*,*", "2.5,2.5", "0,0"})
  void aCountOfNetworkCardsIsWhole(String value, String said) {
    assertThatThrownBy(() -> with("node.nic.count", value))
        .hasMessage("node.nic.count=" + said + ": a whole number from 1 to 256");
  }

  @Test
  void ofValuesThatAreTheMachinesOwnOneMachineIsLeft() throws PlatformException {
    Cluster own = new Cluster(Platforms.named("dgx-h100"), null);
    MachineVariant usual = MachineVariant.of("dgx-h100", own, Map.of(), WhatIf.USUAL);
    assertThat(with("paths.ibgda.latency", "1650 ns")).isEqualTo(usual);
    assertThat(with("node.nic.count", "8").isLike(usual)).isTrue();
    assertThat(with("node.nic.count", "4").isLike(usual)).isFalse();
    PlanGrid grid =
        new PlanGrid(
            Workloads.named("moe-dispatch"),
            List.of("dgx-h100"),
            List.of("ibgda"),
            Map.of("paths.ibgda.latency", List.of("1.65us", "*1", "*2")),
            List.of(8),
            null,
            1);
    assertThat(grid.points().all())
        .extracting(point -> point.machine().title())
        .containsExactly("dgx-h100", "dgx-h100 with paths.ibgda.latency=*2");
  }

  @Test
  void cardsThatFailAreMissingEverywhere() {
    Node node = without("nic:3", "nic:0").platform().node();
    assertThat(node.roots())
        .extracting(root -> root.nics().stream().toList().toString())
        .containsExactly("[0]", "[1]", "[2, 3]", "[4, 5]");
  }

  @Test
  void ofTransportsEachPlatformTakesThoseThatItHas() throws PlatformException {
    assertThat(transports("ibgda", "cxi", "ibrc"))
        .containsExactly("h800 ibgda", "h800 ibrc", "alps cxi");
    assertThatThrownBy(() -> transports("ibgda"))
        .hasMessageStartingWith("platform alps has no path ibgda; it has nvlink");
  }

  private static List<String> transports(String... names) throws PlatformException {
    return new PlanGrid(
            Workloads.named("moe-dispatch"),
            List.of("h800", "alps"),
            List.of(names),
            Map.of(),
            List.of(8),
            null,
            1)
        .points().all().stream()
            .map(point -> point.machine().name() + " " + point.transport())
            .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          path.ibgda.latency  | 1us  | no number 'path.ibgda.latency'; near ones: paths.ibgda.latency
          network.oversub     | 2    | near ones: network.oversubscription
          node.nic.bandwith   | 1GB/s| near ones: node.nic.bandwidth
          paths.ibgda.latency | 1    | paths.ibgda.latency: '1' has the unit ''; it is one of ps, ns
          paths.ibgda.latency | fast | paths.ibgda.latency: 'fast' is not a number as '1.65us'
          paths.ibgda.queues.count | 1.5 | paths.ibgda.queues.count: '1.5' is no whole number
          node.nic.bandwidth  | 0 GB/s | is 0, which it cannot be
          node.nic.failed     | 3    | no number 'node.nic.failed'
          node.nic.count      | 0    | node.nic.count=0: a whole number from 1 to 256
          """)
  void whatIsNotThereIsRefusedWithWhatIsNear(String place, String value, String message) {
    assertThatThrownBy(() -> with(place, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
