package org.shmemlab.plan.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Quantity;

class SamplesTest {
  private static Point point(String transport) throws PlatformException {
    return new PlanGrid(
            Workloads.named("moe-dispatch"),
            List.of("dgx-h100"),
            List.of(transport),
            Map.of(),
            List.of(16),
            null,
            1)
        .points()
        .all()
        .getFirst();
  }

  @Property
  void everyPartOfAnIntervalIsDrawnFromOnce(
      @ForAll @IntRange(min = 1, max = 200) int samples, @ForAll long seed) {
    double[] units = LatinHypercube.units("paths.ibgda.latency", samples, seed);
    int[] parts = Arrays.stream(units).mapToInt(u -> (int) (u * samples)).sorted().toArray();
    for (int i = 0; i < samples; i++) {
      assertThat(parts[i]).isEqualTo(i);
    }
  }

  @Test
  void theSameSeedDrawsTheSameAndNumbersAreDrawnApart() {
    assertThat(LatinHypercube.units("a", 9, 5)).isEqualTo(LatinHypercube.units("a", 9, 5));
    assertThat(LatinHypercube.units("a", 9, 5)).isNotEqualTo(LatinHypercube.units("a", 9, 6));
    assertThat(LatinHypercube.units("a", 9, 5)).isNotEqualTo(LatinHypercube.units("b", 9, 5));
  }

  @Test
  void twoTransportsOfAMachineAreComparedOnTheSameDraws() throws PlatformException {
    List<Trial> one = LatinHypercube.of(point("ibgda"), 8, 1);
    List<Trial> other = LatinHypercube.of(point("ibrc"), 8, 1);
    for (int i = 0; i < 8; i++) {
      assertThat(one.get(i).factors().get("paths.nvlink.latency"))
          .isEqualTo(other.get(i).factors().get("paths.nvlink.latency"))
          .isNotEqualTo(1.0);
    }
    assertThat(one.getFirst().factors()).doesNotContainKey("paths.ibrc.latency");
  }

  @Test
  void drawsStayInTheirIntervals() throws PlatformException {
    Point point = point("ibgda");
    Map<String, Quantity> numbers = MachineNumbers.of(point);
    for (Trial trial : LatinHypercube.of(point, 50, 3)) {
      assertThat(trial.factors()).isNotEmpty();
      trial
          .factors()
          .forEach((place, factor) -> {
            Quantity number = Objects.requireNonNull(numbers.get(place));
            Interval interval = Interval.of(number);
            assertThat(number.value() * factor)
                .as(place)
                .isBetween(interval.low() * 0.999999, interval.high() * 1.000001);
          });
    }
  }

  @Test
  void anIntervalRestsOnWhatThePlatformSays() throws PlatformException {
    Map<String, Quantity> numbers = MachineNumbers.of(point("ibgda"));
    assertThat(basis(numbers, "paths.ibgda.queues.rate")).isEqualTo(Interval.Basis.RANGE);
    assertThat(basis(numbers, "paths.ibgda.latency")).isEqualTo(Interval.Basis.ONCE);
    assertThat(basis(numbers, "network.hop")).isEqualTo(Interval.Basis.ESTIMATE);
    assertThat(basis(numbers, "node.nic.bandwidth")).isEqualTo(Interval.Basis.FIXED);
    assertThat(basis(numbers, "paths.ibgda.queues.depth")).isEqualTo(Interval.Basis.FIXED);
  }

  private static Interval.Basis basis(Map<String, Quantity> numbers, String place) {
    return Interval.of(Objects.requireNonNull(numbers.get(place))).basis();
  }
}
