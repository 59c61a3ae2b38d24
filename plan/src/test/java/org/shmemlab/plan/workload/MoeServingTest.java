package org.shmemlab.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
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

@Tag("simulation")
class MoeServingTest {
  private static final Platform H800 = Platforms.named("h800");
  private static final Placement PLACE = new Placement(16, 8, H800.gpu());

  private final Workload workload = Workloads.named("moe-serving");

  private Values values(String... more) {
    ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
    all.put("batch", "8");
    for (String one : more) {
      all.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    return workload.values(all.buildKeepingLast());
  }

  private long layer(Values values) {
    return ScriptRun.on(
            Fleets.on(H800, PLACE.pes(), PLACE.perNode(), PathKind.IBGDA),
            workload.script(values, PLACE, 1))
        .picoseconds();
  }

  private WholeRun whole(Values values) {
    return workload.whole(values, PLACE, 1, layer(values));
  }

  // The totals that the model cards give, less the weights of the vocabulary at both ends.
  @ParameterizedTest
  @CsvSource({
    "deepseek-v3, 671e9, 129280",
    "qwen3-235b, 235e9, 151936",
    "kimi-k2, 1.03e12, 163840"
  })
  void aModelHasAsManyParametersAsItsCardSays(String name, double parameters, int vocabulary) {
    MoeModel model = MoeModel.named(name);
    double ends = 2.0 * vocabulary * model.hidden();
    assertThat(model.weights() + ends).isCloseTo(parameters, within(0.005 * parameters));
  }

  @Test
  void aRunIsAllLayers() {
    Values values = values();
    long layer = layer(values);
    WholeRun whole = workload.whole(values, PLACE, 1, layer);
    assertThat(whole.scripted()).isEqualTo(58 * layer);
    assertThat(whole.picoseconds()).isGreaterThan(58 * layer);
    assertThat(whole(values("layers=10")).scripted()).isEqualTo(7 * layer);
    assertThat(whole.computing()).isBetween(0.1, 1.0);
  }

  @Test
  void halvesThatOverlapTakeTheLongerOfComputationAndTraffic() {
    Values slow = values("overlap=batches", "compute=4000");
    assertThat(whole(slow).picoseconds()).isEqualTo(61 * 4_000_000_000L);
    assertThat(whole(slow).computing()).isEqualTo(1);
    Values quick = values("overlap=batches", "compute=0.002", "layers=4");
    assertThat(whole(quick).picoseconds()).isCloseTo(2 * layer(quick), within(10_000L));
    Values apart = values("compute=4000");
    assertThat(whole(apart).picoseconds()).isGreaterThan(whole(slow).picoseconds());
  }

  @Test
  void aGroupSharesHeadsAndGivesItsTokensToEachOther() {
    assertThat(Traffic.of(workload.script(values("tp=4"), PLACE, 1)).pairs().entrySet())
        .filteredOn(pair -> pair.getKey().kind() == TransferKind.PUT_SIGNAL)
        .hasSize(16 * 3)
        .allMatch(pair -> pair.getKey().from() / 4 == pair.getKey().to() / 4)
        .allMatch(pair -> pair.getValue().equals(new Traffic.Sum(2, 2 * 8 * 7168 * 2)));
    assertThat(whole(values("model=qwen3-235b", "tp=4")).computing())
        .isLessThan(whole(values("model=qwen3-235b")).computing());
    assertThatThrownBy(() -> workload.check(values("tp=3"), PLACE))
        .hasMessage("tp=3: groups do not fill nodes of 8 PEs");
  }

  @Test
  void weightsAndCacheHaveToFitIntoMemory() {
    workload.check(values(), PLACE);
    assertThatThrownBy(() -> workload.check(values(), new Placement(8, 8, H800.gpu())))
        .isInstanceOf(DoesNotFitException.class)
        .hasMessageStartingWith("deepseek-v3 on 8 PEs needs ")
        .hasMessageContaining(" GB of each GPU, which has 80; take more PEs");
    assertThatThrownBy(() -> workload.check(values("sequence=1000000"), PLACE))
        .isInstanceOf(DoesNotFitException.class);
  }

  @Test
  void moreSequencesShareTheWeightsThatAreRead() {
    double few = workload.results(values(), PLACE) / whole(values()).picoseconds();
    Values more = values("batch=64");
    assertThat(workload.results(more, PLACE) / whole(more).picoseconds()).isGreaterThan(3 * few);
    assertThat(workload.values(Map.of()).word("model")).isEqualTo("deepseek-v3");
  }
}
