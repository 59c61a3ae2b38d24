package org.shmemlab.plan.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;

class WhatIfTest {
  /** All to all over networks: tokens go to experts everywhere. */
  private static final Map<String, String> DISPATCH = Map.of("tokens", "128", "experts", "32");

  private static WhatIf failed(String... cards) {
    return new WhatIf(Impairments.of(List.of(cards), List.of(), List.of()), Settings.DEFAULT);
  }

  private static WhatIf slow(String... what) {
    return new WhatIf(Impairments.of(List.of(), List.of(what), List.of()), Settings.DEFAULT);
  }

  private static WhatIf loaded(String... what) {
    return new WhatIf(Impairments.of(List.of(), List.of(), List.of(what)), Settings.DEFAULT);
  }

  private static Trial trial(
      String workload,
      String platform,
      int pes,
      Map<String, String> settings,
      Map<String, String> changes,
      WhatIf whatIf)
      throws PlatformException {
    Map<String, List<String>> all = new LinkedHashMap<>();
    settings.forEach((key, value) -> all.put(key, List.of(value)));
    changes.forEach((key, value) -> all.put(key, List.of(value)));
    PlanGrid grid =
        new PlanGrid(
            Workloads.named(workload),
            List.of(platform),
            List.of("ibgda"),
            all,
            whatIf,
            List.of(pes),
            null,
            1);
    return Trial.usual(grid.points().all().getFirst());
  }

  private static TrialResult outcome(Trial trial) {
    return trial.run(Trial.script(trial.point()));
  }

  private static TrialResult dispatch(Map<String, String> changes, WhatIf whatIf)
      throws PlatformException {
    return outcome(trial("moe-dispatch", "dgx-h100", 16, DISPATCH, changes, whatIf));
  }

  /** On nodes with one NIC all messages pass it, so it is as if its numbers were others. */
  @ParameterizedTest
  @CsvSource({"64, 2", "512, 2"}) // faces that take turns at the NIC, and flows
  void aCardAtHalfItsRateIsACardOfHalfItsNumbers(String cells, String steps)
      throws PlatformException {
    Map<String, String> halo =
        Map.of("grid", "each", "cells", cells, "flops", "0", "bytes", "0", "steps", steps);
    Map<String, String> rates =
        Map.of("node.nic.message-rate", "100M/s", "node.nic.duplex-rate", "50M/s");
    Map<String, String> halves =
        Map.of(
            "node.nic.message-rate", "50M/s",
            "node.nic.duplex-rate", "25M/s",
            "node.nic.bandwidth", "*0.5",
            "paths.ibgda.bandwidth.put", "*0.5",
            "paths.ibgda.bandwidth.get", "*0.5");
    TrialResult usual = outcome(trial("halo3d", "gh200", 4, halo, rates, WhatIf.USUAL));
    TrialResult slow = outcome(trial("halo3d", "gh200", 4, halo, rates, slow("nic:0*2")));
    TrialResult set = outcome(trial("halo3d", "gh200", 4, halo, halves, WhatIf.USUAL));
    assertThat(slow.picoseconds()).isEqualTo(set.picoseconds()).isGreaterThan(usual.picoseconds());
  }

  @Test
  void aNodesSlowCardHoldsBackLessThanThoseOfAllNodes() throws PlatformException {
    long usual = dispatch(Map.of(), WhatIf.USUAL).picoseconds();
    long one = dispatch(Map.of(), slow("nic:3@node:1*8")).picoseconds();
    long all = dispatch(Map.of(), slow("nic:3*8")).picoseconds();
    assertThat(one).isGreaterThan(usual);
    assertThat(all).isGreaterThanOrEqualTo(one);
    assertThat(dispatch(Map.of(), slow("nic:3@node:0*8", "nic:3@node:1*8")).picoseconds())
        .isEqualTo(all);
  }

  /** Whichever GPU is slow, all others wait for its part of the sum. */
  @Test
  void aSlowGpuInARingMakesAllPesWait() throws PlatformException {
    Map<String, String> product = Map.of("inner", "8192", "tokens", "512");
    Map<String, String> none = Map.of("inner", "0", "tokens", "512");
    long usual = ring(product, WhatIf.USUAL);
    long computing = usual - ring(none, WhatIf.USUAL);
    Set<Long> times = new HashSet<>();
    for (int gpu = 0; gpu < 8; gpu++) {
      times.add(ring(product, slow("gpu:" + gpu + "*1.3")));
    }
    for (long time : times) {
      assertThat(time - usual).isGreaterThanOrEqualTo((long) (0.29 * computing));
    }
    String[] all = new String[8];
    for (int gpu = 0; gpu < 8; gpu++) {
      all[gpu] = "gpu:" + gpu + "*1.3";
    }
    assertThat(ring(product, slow(all))).isGreaterThanOrEqualTo(times.iterator().next());
  }

  private static long ring(Map<String, String> settings, WhatIf whatIf) throws PlatformException {
    return outcome(trial("allreduce", "dgx-h100", 8, settings, Map.of(), whatIf)).picoseconds();
  }

  private static PlanGrid dispatches(WhatIf whatIf, @Nullable Integer perNode, List<Integer> pes) {
    return new PlanGrid(
        Workloads.named("moe-dispatch"),
        List.of("dgx-h100"),
        List.of("ibgda"),
        Map.of(),
        whatIf,
        pes,
        perNode,
        1);
  }

  @Test
  void aGpuIsFoundWhereNodesHaveFewerPes() throws PlatformException {
    PlanGrid grid = dispatches(slow("gpu:9*2"), 2, List.of(4));
    assertThat(grid.points().all()).hasSize(1);
    PlanGrid none = dispatches(slow("gpu:2*2"), 2, List.of(4));
    assertThatThrownBy(none::points)
        .hasMessage(
            "--slow gpu:2*2: none of 4 PEs drives that GPU; they drive 0 to 9, 2 of each node");
  }

  @Test
  void pointsThatLackItAreLeftOutWhereOthersHaveIt() throws PlatformException {
    PlanGrid grid = dispatches(slow("gpu:17*1.3"), null, List.of(8, 16, 32, 64));
    assertThat(grid.points().all()).extracting(Point::pes).containsExactly(32, 64);
    assertThat(grid.points().absent())
        .containsExactly(
            "--slow gpu:17*1.3: none of 8 PEs drives that GPU; they drive 0 to 7",
            "--slow gpu:17*1.3: none of 16 PEs drives that GPU; they drive 0 to 15");
  }

  @Test
  void whatIsAsUsualChangesNothing() throws PlatformException {
    Trial usual = trial("moe-dispatch", "dgx-h100", 16, DISPATCH, Map.of(), WhatIf.USUAL);
    for (WhatIf nothing :
        List.of(loaded("network=0"), loaded("nic:3=0"), slow("gpu:1*1", "nic*1"))) {
      Trial same = trial("moe-dispatch", "dgx-h100", 16, DISPATCH, Map.of(), nothing);
      assertThat(same.key("r")).isEqualTo(usual.key("r"));
      assertThat(same.point().title()).isEqualTo(usual.point().title());
      assertThat(outcome(same)).isEqualTo(outcome(usual));
    }
  }

  /** Links between switches are as wide as the oversubscription leaves them. */
  @Test
  void aLoadOfTheNetworkIsOversubscription() throws PlatformException {
    Map<String, String> halo =
        Map.of("grid", "each", "cells", "512", "flops", "0", "bytes", "0", "steps", "2");
    Map<String, String> leaf = Map.of("network.nodes-per-leaf", "1");
    Map<String, String> twice =
        Map.of("network.nodes-per-leaf", "1", "network.oversubscription", "*2");
    long usual = outcome(trial("halo3d", "gh200", 4, halo, leaf, WhatIf.USUAL)).picoseconds();
    long load =
        outcome(trial("halo3d", "gh200", 4, halo, leaf, loaded("network=0.5"))).picoseconds();
    long set = outcome(trial("halo3d", "gh200", 4, halo, twice, WhatIf.USUAL)).picoseconds();
    assertThat(load).isEqualTo(set).isGreaterThan(usual);
    String[] links = new String[8];
    for (int link = 0; link < 4; link++) {
      links[link] = "link:leaf " + link + " up*2";
      links[4 + link] = "link:leaf " + link + " down*2";
    }
    assertThat(outcome(trial("halo3d", "gh200", 4, halo, leaf, slow(links))).picoseconds())
        .isEqualTo(load);
  }

  @Test
  void aLoadOfCardsTakesBandwidthAndNoMessages() throws PlatformException {
    Map<String, String> large =
        Map.of("grid", "each", "cells", "512", "flops", "0", "bytes", "0", "steps", "2");
    Map<String, String> small = Map.of("grid", "each", "cells", "2", "steps", "2");
    WhatIf half = loaded("nic=0.5");
    long slow = outcome(trial("halo3d", "gh200", 4, large, Map.of(), slow("nic*2"))).picoseconds();
    assertThat(outcome(trial("halo3d", "gh200", 4, large, Map.of(), half)).picoseconds())
        .isBetween(slow * 999 / 1000, slow);
    TrialResult usual = outcome(trial("halo3d", "gh200", 4, small, Map.of(), WhatIf.USUAL));
    assertThat(outcome(trial("halo3d", "gh200", 4, small, Map.of(), half)).picoseconds())
        .isLessThan(
            outcome(trial("halo3d", "gh200", 4, small, Map.of(), slow("nic*2"))).picoseconds())
        .isGreaterThanOrEqualTo(usual.picoseconds());
  }

  /** A NIC that fails in each node one by one is a NIC that fails in every node. */
  @Test
  void aCardMayFailInOneNode() throws PlatformException {
    long usual = dispatch(Map.of(), WhatIf.USUAL).picoseconds();
    long everywhere = dispatch(Map.of(), failed("nic:3")).picoseconds();
    assertThat(dispatch(Map.of(), failed("nic:3@node:0", "nic:3@node:1")).picoseconds())
        .isEqualTo(everywhere);
    long one = dispatch(Map.of(), failed("nic:3@node:1")).picoseconds();
    assertThat(one).isGreaterThan(usual);
    assertThat(dispatch(Map.of(), failed("nic:0", "nic:3@node:1")).picoseconds())
        .as("cards keep their numbers on the command line")
        .isEqualTo(
            dispatch(Map.of(), failed("nic:0@node:0", "nic:0@node:1", "nic:3@node:1"))
                .picoseconds());
  }

  @Test
  void everythingIsInTheKeyAndInTheTitle() throws PlatformException {
    List<WhatIf> all =
        List.of(
            WhatIf.USUAL,
            failed("nic:3"),
            failed("nic:3@node:1"),
            slow("gpu:3*1.3"),
            slow("nic:3*1.3"),
            slow("nic:3@node:1*1.3"),
            slow("link:rail leaf 0 up*2"),
            loaded("network=0.3"),
            loaded("nic=0.3"),
            new WhatIf(Impairments.NONE, Settings.of(Map.of("NVSHMEM_IBGDA_NUM_RC_PER_PE", "8"))));
    Set<String> keys = new HashSet<>();
    for (WhatIf whatIf : all) {
      Trial trial = trial("moe-dispatch", "dgx-h100", 16, DISPATCH, Map.of(), whatIf);
      keys.add(trial.key("r"));
      for (String text : whatIf.texts()) {
        assertThat(trial.point().title()).contains(text);
      }
    }
    assertThat(keys).hasSize(all.size());
  }

  @Test
  void theEnvironmentIsThatOfPerftest() throws PlatformException {
    WhatIf one = new WhatIf(Impairments.NONE, Settings.of(Map.of("NVSHMEM_QP_DEPTH", "1")));
    assertThat(dispatch(Map.of(), one))
        .isEqualTo(dispatch(Map.of("paths.ibgda.queues.depth", "1"), WhatIf.USUAL))
        .isNotEqualTo(dispatch(Map.of(), WhatIf.USUAL));
    WhatIf mapped =
        new WhatIf(
            Impairments.of(List.of("nic:1@node:0"), List.of(), List.of()),
            Settings.of(Map.of("NVSHMEM_ENABLE_NIC_PE_MAPPING", "1")));
    assertThatThrownBy(() -> dispatch(Map.of(), mapped))
        .hasMessageContaining("NVSHMEM_ENABLE_NIC_PE_MAPPING=1 deals the cards of all nodes alike");
  }

  @Test
  void wordsOfThePlatformMayBeOthers() throws PlatformException {
    Platform tree =
        Platforms.parse(
            "tree.yaml",
            """
            like: dgx-h100
            network:
              kind: fat-tree
              hop: {value: 0.2 us, source: "estimate: as there"}
              nodes-per-leaf: {value: 32, source: "as there"}
              oversubscription: {value: 1, source: "as there"}
            """);
    Trial set =
        trial(
            "moe-dispatch",
            "dgx-h100",
            16,
            DISPATCH,
            Map.of("network.kind", "fat-tree"),
            WhatIf.USUAL);
    assertThat(set.point().machine().platform().network().getClass())
        .isEqualTo(tree.network().getClass());
    assertThat(set.point().machine().platform().network().hop().picoseconds())
        .isEqualTo(tree.network().hop().picoseconds());
    assertThat(set.point().title()).contains("network.kind=fat-tree");
    Map<String, String> fly =
        Map.of(
            "network.kind", "dragonfly",
            "network.nodes-per-switch", "4",
            "network.switches-per-group", "2",
            "network.local-taper", "1",
            "network.global-taper", "0.5");
    assertThat(
            trial("moe-dispatch", "dgx-h100", 16, DISPATCH, fly, WhatIf.USUAL)
                .point()
                .machine()
                .platform()
                .network()
                .toString())
        .startsWith("Dragonfly");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          network.kind     | torus     | network.kind cannot be 'torus'; known: rails, fat-tree, dragonfly
          network.kind     | dragonfly | needs network.nodes-per-switch, network.switches-per-group
          node.bus.kind    | pci       | node.bus.kind cannot be 'pci'; did you mean 'pcie'?
          network.kin      | rails     | no number 'network.kin'; near ones: network.kind
          node.roots.below | bus       | node.roots.below cannot be 'bus'
          gpu.model        | A100      | how fast a A100 computes is not known
          """)
  void wordsThatThereAreNotAreRefused(String place, String word, String message) {
    assertThatThrownBy(() ->
            outcome(trial("allreduce", "dgx-h100", 8, Map.of(), Map.of(place, word), WhatIf.USUAL)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fail | nic            | --fail nic: write nic:3, or nic:3@node:2
          fail | gpu:1          | --fail gpu:1: write nic:3
          fail | nic:9@node:1   | --fail nic:9@node:1: a node has the cards 0 to 7
          fail | nic:1@node:2   | --fail nic:1@node:2: 16 PEs are on the nodes 0 to 1
          slow | gpu:16*2       | --slow gpu:16*2: none of 16 PEs drives that GPU; they drive 0 to 15
          slow | gpu:1*0.5      | --slow gpu:1*0.5: from 1 to a million times as slow
          slow | gpu:1*NaN      | --slow gpu:1*NaN: from 1 to a million times as slow
          slow | gpu:1          | --slow gpu:1: write gpu:17*1.3
          slow | gpu:x*2        | --slow gpu:x*2: write gpu:17*1.3
          slow | nic:8*2        | --slow nic:8*2: a node has the cards 0 to 7
          slow | link:leaf*2    | no link of this name; near ones: rail leaf
          load | network=1      | --load network=1: the share that others use is from 0 to below 1
          load | network=-0.1   | --load network=-0.1: the share that others use is from 0 to below 1
          load | nic:8=0.1      | --load nic:8=0.1: a node has the cards 0 to 7
          load | gpu:1=0.1      | --load gpu:1=0.1: write network=0.3
          """)
  void whatIsNotThereIsRefused(String option, String what, String message) {
    assertThatThrownBy(() ->
            dispatch(
                Map.of(),
                switch (option) {
                  case "fail" -> failed(what);
                  case "slow" -> slow(what);
                  default -> loaded(what);
                }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void oneThingIsSaidOnce() {
    assertThatThrownBy(() -> slow("gpu:1*2", "gpu:1*3"))
        .hasMessage("--slow gpu:1 is there twice; leave one out");
    assertThatThrownBy(() ->
            new MachineVariant(
                    "m",
                    new Cluster(Platforms.named("h800"), null),
                    ImmutableMap.of(),
                    new WhatIf(
                        Impairments.of(List.of("nic:3"), List.of("nic:3*2"), List.of()),
                        Settings.DEFAULT))
                .impairments())
        .hasMessage("--slow nic:3*2: --fail nic:3 takes that card from every node");
  }
}
