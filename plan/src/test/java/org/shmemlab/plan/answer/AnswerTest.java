package org.shmemlab.plan.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.store.Store;
import org.shmemlab.plan.store.Sweep;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.platform.PlatformException;

@Tag("simulation")
class AnswerTest {
  @TempDir static Path folder = Path.of("");

  private static Answer answer(
      @Nullable Objective goal,
      @Nullable String slo,
      Map<String, Double> prices,
      String... settings)
      throws PlatformException {
    ImmutableMap.Builder<String, List<String>> set = ImmutableMap.builder();
    set.put("tokens", List.of("32"));
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      set.put(parts[0], List.of(parts[1].split(",")));
    }
    PlanGrid grid =
        new PlanGrid(
            Workloads.named("moe-dispatch"),
            List.of("dgx-h100"),
            List.of("ibgda", "ibrc"),
            set.buildOrThrow(),
            List.of(8, 16, 32),
            null,
            1);
    Question question =
        new Question(
            grid, goal, slo == null ? null : Slo.of(slo), null, ImmutableMap.copyOf(prices), 8);
    try (Store store = Store.open(folder.resolve("store"))) {
      return Study.inStages(
          question, grid.points(), new Sweep(store, "r", 2, (_, _, _) -> {}), coarse -> {});
    }
  }

  private static PointResult best(Answer answer) {
    return Objects.requireNonNull(answer.best());
  }

  @Test
  void theBestHasTheMostResultsPerSecondOrCostsLeast() throws PlatformException {
    Answer fast = answer(Objective.TIME, null, Map.of());
    double most = fast.results().stream().mapToDouble(PointResult::perSecond).max().orElseThrow();
    assertThat(best(fast).perSecond()).isEqualTo(most);
    Answer cheap = answer(Objective.COST, null, Map.of("", 2.0));
    double least =
        cheap.results().stream().mapToDouble(PointResult::gpuSeconds).min().orElseThrow();
    assertThat(best(cheap).gpuSeconds()).isEqualTo(least);
    assertThat(best(cheap).perMillion()).isCloseTo(least * 2 / 3600 * 1e6, within(1e-9));
    assertThat(best(cheap).point().pes()).isEqualTo(8);
  }

  @Test
  void withoutAGoalEachSizeHasItsBest() throws PlatformException {
    Answer answer = answer(null, null, Map.of());
    assertThat(answer.bests()).extracting(one -> one.point().pes()).containsExactly(8, 16, 32);
    for (PointResult best : answer.bests()) {
      assertThat(answer.results())
          .filteredOn(other -> other.point().pes() == best.point().pes())
          .allMatch(other -> other.perSecond() <= best.perSecond());
    }
    assertThat(best(answer).point().pes()).isEqualTo(32);
    assertThat(answer.rivals()).isNotEmpty().allMatch(one -> one.result().point().pes() == 32);
  }

  @Test
  void aLimitTakesPointsAway() throws PlatformException {
    Answer all = answer(Objective.TIME, null, Map.of("", 1.0));
    double tight = best(all).percentile(95);
    Answer less = answer(Objective.TIME, "p95 < " + tight + "us", Map.of());
    assertThat(less.best()).isNotNull();
    assertThat(best(less).percentile(95)).isLessThan(tight);
    assertThat(answer(Objective.TIME, "p5 < 1ns", Map.of()).best()).isNull();
    assertThatThrownBy(() -> Slo.of("p99 > 3us"))
        .hasMessage("'p99 > 3us' is not a limit as 'p99 < 200us'");
  }

  @Test
  void bandwidthDecidesWhereTheCardIsBusy() throws PlatformException {
    Answer answer = answer(Objective.TIME, "p95 < 1s", Map.of(), "hidden=32768", "experts=64");
    Sensitivity sensitivity =
        answer.sensitivities().stream()
            .filter(one -> one.point().carrier().key().equals("nvlink+ibgda"))
            .findFirst()
            .orElseThrow();
    assertThat(sensitivity.elasticities().getFirst().place()).contains("bandwidth.put");
    assertThat(sensitivity.elasticities().getFirst().value()).isBetween(-1.05, -0.8);
    assertThat(sensitivity.bandwidth().get(1).factor()).isBetween(1.04, 1.08);
    assertThat(sensitivity.latency().get(1).factor()).isGreaterThan(2);
  }

  @Test
  void aKneeIsWhereTwiceAsManyBringLittle() throws PlatformException {
    Answer answer = answer(Objective.TIME, null, Map.of());
    Series series = answer.series().getFirst();
    assertThat(series.results()).extracting(one -> one.point().pes()).containsExactly(8, 16, 32);
    PointResult knee = series.knee().orElseThrow();
    PointResult next = series.results().get(series.results().indexOf(knee) + 1);
    assertThat(next.perSecond()).isLessThan(1.5 * knee.perSecond());
  }

  @Test
  void aRivalThatIsTheSameMachineWinsNoSample() throws PlatformException {
    Answer answer = answer(Objective.COST, null, Map.of());
    Answer.Rival rival = answer.rivals().getFirst();
    assertThat(rival.result().point().pes()).isEqualTo(8); // inside one node both go over NVLink
    assertThat(rival.wins()).isZero();
    assertThat(rival.when()).isNull();
  }

  @Test
  void theNearestMeasurementsAreLikeThePoint() throws PlatformException {
    Answer answer = answer(Objective.TIME, null, Map.of(), "mode=throughput", "channels=2");
    assertThat(answer.nearest())
        .extracting(held -> held.measured().operation())
        .containsExactly(
            "DeepEP V1 normal dispatch FP8 4096tok",
            "DeepEP V1 normal dispatch FP8 4096tok",
            "DeepEP V1 normal dispatch BF16 4096tok");
  }

  @Test
  void aSourceNamesRowsOneByOneOrFromTo() {
    assertThat(Held.names("PD0278 to PD0283, PS0036", "PD0280")).isTrue();
    assertThat(Held.names("PD0278 to PD0283, PS0036", "PS0036")).isTrue();
    assertThat(Held.names("PD0278 to PD0283, PS0036", "PS0280")).isFalse();
  }
}
