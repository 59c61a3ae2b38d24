package org.shmemlab.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.ScriptRun;
import org.shmemlab.transports.traffic.Traffic;
import org.shmemlab.transports.traffic.TrafficScript;

/** Tests the properties of every workload, and the traffic and time of each. */
class WorkloadsTest {
  private static final Platform H100 = Platforms.named("dgx-h100");

  private static TrafficScript script(
      String workload, int pes, long seed, Map<String, String> values) {
    Workload of = Workloads.named(workload);
    return of.script(of.values(values), new Placement(pes, Math.min(pes, 8), H100.gpu()), seed);
  }

  private static Traffic traffic(String workload, int pes, Map<String, String> values) {
    return Traffic.of(script(workload, pes, 1, values));
  }

  private static long time(String workload, int pes, Map<String, String> values) {
    return ScriptRun.on(
            Fleets.on(H100, pes, Math.min(pes, 8), PathKind.IBGDA),
            script(workload, pes, 1, values))
        .picoseconds();
  }

  @ParameterizedTest
  @CsvSource({
    "pipeline, micro-batches=3 tokens=16 hidden=64 layers=16",
    "pipeline, schedule=gpipe micro-batches=3 tokens=16 hidden=64 layers=16",
    "pipeline, schedule=forward micro-batches=3 tokens=16 hidden=64 layers=16",
    "ring-attention, tokens=1000 buffers=2",
    "ring-attention, tokens=1000 buffers=7 mask=causal",
    "fft-transpose, points=37 chunks=2",
    "gups, updates=33",
    "gups, mode=batches updates=33 batch=7",
    "embedding, samples=5 lookups=3 agents=2 skew=1",
    "work-stealing, tasks=7 grain=2 agents=2",
    "broadcast, parameters=100000 chunk=30000",
    "broadcast, algorithm=tree parameters=100000 chunk=30000",
    "broadcast, algorithm=flat parameters=100000 chunk=30000"
  })
  void comesToAnEndOnEveryNumberOfPes(String workload, String parameters) {
    ImmutableMap.Builder<String, String> values = ImmutableMap.builder();
    for (String parameter : parameters.split(" ", -1)) {
      values.put(
          parameter.substring(0, parameter.indexOf('=')),
          parameter.substring(parameter.indexOf('=') + 1));
    }
    for (int pes : new int[] {1, 2, 3, 8, 16}) {
      assertThat(time(workload, pes, values.buildOrThrow())).isNotNegative();
    }
  }

  @Test
  void anAgentDoesTheSameHoweverOftenItIsAsked() {
    for (Workload workload : Workloads.ALL) {
      if (workload.name().equals("trace")) {
        continue; // does what a file says: ReplayTest
      }
      TrafficScript script = script(workload.name(), 8, 7, Map.of());
      int last = script.agents() - 1;
      assertThat(ImmutableList.copyOf(script.steps(3, last)))
          .as(workload.name())
          .isNotEmpty()
          .isEqualTo(ImmutableList.copyOf(script.steps(3, last)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gups", "embedding"})
  void theSeedDecidesWhatIsDrawn(String workload) {
    assertThat(Traffic.of(script(workload, 8, 1, Map.of())))
        .isEqualTo(Traffic.of(script(workload, 8, 1, Map.of())))
        .isNotEqualTo(Traffic.of(script(workload, 8, 2, Map.of())));
  }

  // With equal stages and free messages a mini-batch of m takes m + P - 1 passes there and back:
  // Narayanan et al., section 2.2.1.
  @ParameterizedTest
  @ValueSource(strings = {"1f1b", "gpipe"})
  void theBubbleOfAPipelineIsAsLongAsItsSourceSays(String schedule) {
    Map<String, String> many =
        Map.of("schedule", schedule, "micro-batches", "12", "layers", "8", "tokens", "4096");
    Map<String, String> one = Map.of("micro-batches", "1", "layers", "1", "tokens", "4096");
    double passes = (double) time("pipeline", 8, many) / time("pipeline", 1, one);
    assertThat(passes).isBetween(19.0, 19.9);
  }

  @Test
  void everyKeyPassesEveryPe() {
    // 800 tokens of 8 heads, keys and values of 128 values of 2 bytes, 7 of 8 PEs pass them on
    Traffic traffic = traffic("ring-attention", 8, Map.of("tokens", "800", "buffers", "8"));
    assertThat(traffic.total()).isEqualTo(new Traffic.Sum(8 * 7 * 2, 7 * 800L * 8 * 128 * 2 * 2));
    assertThat(traffic.pairs().keySet()).allMatch(way -> way.to() == (way.from() + 1) % 8);
    // with two buffers all but the last places are given back
    Traffic few = traffic("ring-attention", 8, Map.of("tokens", "800"));
    assertThat(few.pairs().get(new Traffic.Way(3, 2, TransferKind.SIGNAL)))
        .isEqualTo(new Traffic.Sum(6 * 2, 6 * 2 * 8));
  }

  @Test
  void attentionHidesTheRingIfThereIsEnoughOfIt() {
    Map<String, String> values = Map.of("tokens", "262144");
    double alone = 4.0 * 262144 * 262144 / 8 * 32 * 128 / 989.4e12 / 0.6 * 1e12;
    assertThat((double) time("ring-attention", 8, values)).isBetween(alone, 1.05 * alone);
  }

  @Test
  void aTransposeSendsEachPointOnceButThoseThatStay() {
    Traffic traffic = traffic("fft-transpose", 8, Map.of("points", "64", "chunks", "4"));
    assertThat(traffic.total()).isEqualTo(new Traffic.Sum(8 * 7 * 4, 64L * 64 * 64 * 16 * 7 / 8));
    Traffic odd = traffic("fft-transpose", 8, Map.of("points", "37", "dimensions", "2"));
    // slabs have 4 or 5 of 37 planes: three times 4, five times 5
    assertThat(odd.total().bytes()).isEqualTo((37 * 37 - 3 * 4 * 4 - 5 * 5 * 5) * 16);
  }

  @Test
  void updatesReachAllPesAlike() {
    Traffic traffic = traffic("gups", 8, Map.of("updates", "8000"));
    assertThat(traffic.total()).isEqualTo(new Traffic.Sum(64_000, 512_000));
    assertThat(traffic.pairs().values())
        .hasSize(64)
        .allSatisfy(sum -> assertThat(sum.messages()).isBetween(850L, 1150L));
  }

  @Test
  void batchesMakeManySmallUpdatesFaster() {
    Map<String, String> values = Map.of("updates", "4096");
    Map<String, String> batches = Map.of("updates", "4096", "mode", "batches");
    assertThat(time("gups", 16, batches)).isLessThan(time("gups", 16, values) / 2);
  }

  @Test
  void popularRowsComeFromTheSamePe() {
    Traffic alike = traffic("embedding", 8, Map.of("samples", "500"));
    Traffic skewed = traffic("embedding", 8, Map.of("samples", "500", "skew", "2"));
    Traffic.Way way = new Traffic.Way(5, 0, TransferKind.GET);
    Traffic.Sum few = Objects.requireNonNull(alike.pairs().get(way));
    Traffic.Sum many = Objects.requireNonNull(skewed.pairs().get(way));
    // 8000 lookups; of a density x^-2 half of the ranks are below 2, which is row 0
    assertThat(few.messages()).isBetween(900L, 1100L);
    assertThat(many.messages()).isBetween(3900L, 4400L);
    assertThat(few.bytes()).isEqualTo(512 * few.messages());
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain", "tree", "flat"})
  void everyPeGetsTheParametersOnce(String algorithm) {
    Traffic traffic =
        traffic(
            "broadcast",
            7,
            Map.of("algorithm", algorithm, "parameters", "1000", "chunk", "600", "blocks", "1"));
    for (int pe = 1; pe < 7; pe++) {
      int to = pe;
      assertThat(
              traffic.pairs().entrySet().stream()
                  .filter(pair -> pair.getKey().to() == to)
                  .map(Map.Entry::getValue)
                  .reduce(new Traffic.Sum(0, 0), Traffic.Sum::and))
          .isEqualTo(new Traffic.Sum(4, 2000));
    }
  }

  @Test
  void aChainSendsLessThanPeZeroToAll() {
    Map<String, String> values = Map.of("parameters", "100000000");
    Map<String, String> flat = Map.of("parameters", "100000000", "algorithm", "flat");
    assertThat(time("broadcast", 8, values)).isLessThan(time("broadcast", 8, flat) / 3);
  }

  @Test
  void everyTaskIsTakenOnceAndEveryQueueFoundEmptyByAll() {
    Map<String, String> values = Map.of("tasks", "30", "skew", "1", "grain", "4");
    Workload workload = Workloads.named("work-stealing");
    Placement place = new Placement(8, 8, H100.gpu());
    double tasks = workload.results(workload.values(values), place);
    assertThat(tasks).isBetween(232.0, 240.0);
    Traffic traffic = traffic("work-stealing", 8, values);
    Traffic.Sum gets = of(traffic, TransferKind.GET);
    assertThat(gets.bytes()).isEqualTo(Math.round(tasks) * 256);
    assertThat(of(traffic, TransferKind.FETCH).messages()).isEqualTo(gets.messages() + 8 * 8);
    assertThat(of(traffic, TransferKind.ATOMIC).messages()).isEqualTo(gets.messages());
  }

  private static Traffic.Sum of(Traffic traffic, TransferKind kind) {
    return traffic.pairs().entrySet().stream()
        .filter(pair -> pair.getKey().kind() == kind)
        .map(Map.Entry::getValue)
        .reduce(new Traffic.Sum(0, 0), Traffic.Sum::and);
  }

  @Test
  void stealingEvensOutWhatPesHave() {
    Map<String, String> values =
        Map.of("tasks", "64", "skew", "1", "work", "100", "lengths", "equal", "grain", "1");
    double even = 64 * 100e6;
    double most = 64 * 8 / 2.7179 * 100e6; // what PE 0 would need: 1 + 1/2 + ... + 1/8 = 2.7179
    assertThat((double) time("work-stealing", 8, values)).isBetween(even, 1.1 * even);
    assertThat(most).isGreaterThan(2.9 * even);
  }

  @Test
  void mistakesAreSaidInOneLine() {
    assertThatThrownBy(() -> script("pipeline", 16, 1, Map.of("layers", "8")))
        .hasMessage("layers=8: 16 stages need a layer each; take more layers or fewer PEs");
    assertThatThrownBy(() -> script("ring-attention", 16, 1, Map.of("tokens", "8")))
        .hasMessage("tokens=8: 16 PEs need a token each; take more tokens or fewer PEs");
    assertThatThrownBy(() -> script("fft-transpose", 16, 1, Map.of("points", "31", "chunks", "2")))
        .hasMessage("points=31: slabs of 16 PEs have fewer planes than chunks=2; take more points");
    assertThatThrownBy(
            () -> script("broadcast", 8, 1, Map.of("parameters", "2000000000", "chunk", "1")))
        .hasMessage("chunk=1: that makes 4000000000 chunks; take larger ones");
    assertThatThrownBy(
            () -> script("embedding", 8, 1, Map.of("samples", "1000000", "lookups", "60000")))
        .hasMessage(
            "samples=1000000 lookups=60000: a PE has too many lookups; take at most 2147483647");
  }
}
