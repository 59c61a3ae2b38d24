package org.shmemlab.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.experts.Routing;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.Traffic;
import org.shmemlab.transports.traffic.TrafficScript;

class MoeDispatchTest {
  private static final Platform H100 = Platforms.named("dgx-h100");

  private final Workload workload = Workloads.named("moe-dispatch");

  private static Placement place(int pes) {
    return new Placement(pes, 8, H100.gpu());
  }

  private Traffic traffic(int pes, Map<String, String> values) {
    return Traffic.of(workload.script(workload.values(values), place(pes), 1));
  }

  private static Traffic.Sum sum(Traffic traffic, TransferKind kind) {
    return traffic.pairs().entrySet().stream()
        .filter(pair -> pair.getKey().kind() == kind)
        .map(Map.Entry::getValue)
        .reduce(new Traffic.Sum(0, 0), Traffic.Sum::and);
  }

  @Test
  void everyCopyOfATokenIsAPutAndEveryExpertIsCountedByEveryPe() {
    Traffic traffic = traffic(16, Map.of("tokens", "20", "experts", "32", "topk", "4"));
    assertThat(sum(traffic, TransferKind.PUT))
        .isEqualTo(new Traffic.Sum(16 * 20 * 4, 16 * 20 * 4 * 7392L));
    assertThat(sum(traffic, TransferKind.ATOMIC)).isEqualTo(new Traffic.Sum(16 * 32, 16 * 32 * 8));
  }

  @Test
  void whatGoesOutComesHome() {
    Map<String, String> values = Map.of("tokens", "20", "experts", "32", "phase", "dispatch");
    Map<String, String> back = Map.of("tokens", "20", "experts", "32", "phase", "combine");
    Traffic out = traffic(16, values);
    Traffic home = traffic(16, back);
    out.pairs()
        .forEach((way, sum) -> {
          if (way.kind() == TransferKind.PUT) {
            Traffic.Way reverse = new Traffic.Way(way.to(), way.from(), TransferKind.PUT);
            assertThat(home.pairs().get(reverse))
                .isEqualTo(new Traffic.Sum(sum.messages(), sum.messages() * 14336));
          }
        });
    Traffic both = traffic(16, Map.of("tokens", "20", "experts", "32", "phase", "both"));
    assertThat(both.total()).isEqualTo(out.total().and(home.total()));
  }

  @Test
  void withHighThroughputATokenEntersEachOtherNodeOnce() {
    Map<String, String> values =
        Map.of("mode", "throughput", "tokens", "64", "experts", "64", "channels", "2");
    Traffic traffic = traffic(32, values);
    Routing routing = new Routing(place(32), 64, 64, 8, 0, "blocks", 0, 1);
    long entries = 0;
    long copies = 0;
    for (int pe = 0; pe < 32; pe++) {
      int[] nodes = routing.byNode(pe, 0, 64);
      for (int node = 0; node < 4; node++) {
        entries += node == pe / 8 ? 0 : nodes[node];
      }
      for (int count : routing.byPe(pe, 0, 64)) {
        copies += count;
      }
    }
    long between = 0;
    long inside = 0;
    for (Map.Entry<Traffic.Way, Traffic.Sum> pair : traffic.pairs().entrySet()) {
      boolean near = pair.getKey().from() / 8 == pair.getKey().to() / 8;
      between += near ? 0 : pair.getValue().bytes();
      inside += near ? pair.getValue().bytes() : 0;
      if (!near) {
        assertThat(pair.getKey().from() % 8).isEqualTo(pair.getKey().to() % 8);
      }
    }
    assertThat(between).isEqualTo(entries * 7392);
    assertThat(inside).isEqualTo(copies * 7392);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dispatch", "combine"})
  void highThroughputComesToAnEndOnEveryLayout(String phase) {
    for (int pes : new int[] {4, 8, 16, 24}) {
      TrafficScript script =
          workload.script(
              workload.values(
                  Map.of("mode", "throughput", "tokens", "77", "phase", phase, "skew", "1")),
              new Placement(pes, Math.min(pes, 8), H100.gpu()),
              3);
      var fleet = Fleets.on(H100, pes, Math.min(pes, 8), PathKind.IBGDA);
      assertThat(ScriptRun.on(fleet, script).picoseconds()).isPositive();
    }
  }

  @Test
  void expertsThatComputeTakeAsLongAsTheRooflineSays() {
    long without = time(Map.of("phase", "dispatch"));
    long with = time(Map.of("phase", "dispatch", "intermediate", "2048"));
    // 32 experts of 3 x 7168 x 2048 weights are read: 1.41 GB at 60 % of 3.35 TB/s
    assertThat((with - without) / 1e6).isBetween(690.0, 710.0);
  }

  private long time(Map<String, String> values) {
    return ScriptRun.on(
            Fleets.on(H100, 8, 8, PathKind.IBGDA),
            workload.script(workload.values(values), place(8), 1))
        .picoseconds();
  }

  @Test
  void mistakesAreSaidInOneLine() {
    assertThatThrownBy(() -> workload.values(Map.of("token", "3")))
        .hasMessageStartingWith(
            "moe-dispatch has no parameter 'token'; it has mode, phase, tokens");
    assertThatThrownBy(() -> workload.values(Map.of("tokens", "0")))
        .hasMessage("tokens=0: tokens is a whole number from 1 to 65536");
    assertThatThrownBy(() -> workload.values(Map.of("mode", "fast")))
        .hasMessage("mode=fast: mode is one of latency, throughput");
    assertThatThrownBy(() -> traffic(8, Map.of("experts", "4")))
        .hasMessage("topk=8: there are 4 experts");
    assertThatThrownBy(() -> traffic(16, Map.of("experts", "12", "nodes", "1")))
        .hasMessage("nodes=1: so many nodes may have only 6 experts, and topk=8");
    assertThatThrownBy(() -> traffic(12, Map.of("mode", "throughput")))
        .hasMessage(
            "mode=throughput forwards between PEs of one number in their nodes: take a multiple of"
                + " 8 PEs, not 12");
  }
}
