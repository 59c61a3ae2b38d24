package org.shmemlab.transports.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.platform.Platforms;

/** Laws against the published measurements. */
class FitTest {
  private static final ImmutableList<Fit> FITS = Fit.ofPublished();

  private static Fit allOf(String name) {
    Group group =
        new Groups(Published.rows())
            .all().stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
    return RelativeLeastSquares.fit(
        new Group(
            group.name(),
            group.system(),
            group.transport(),
            group.law(),
            group.start(),
            group.points().stream()
                .map(p -> new Group.Point(p.row(), p.inputs(), p.observed(), false))
                .collect(ImmutableList.toImmutableList())));
  }

  private static double value(Fit fit, int parameter) {
    return fit.parameters().get(parameter).value();
  }

  @Test
  void theAllToAllOfAlpsIsAStartAndRemoteBytes() {
    Fit fit = allOf("nvshmem alltoall device block 32bit");
    assertThat(value(fit, 0)).isCloseTo(87.7, within(0.1));
    assertThat(value(fit, 1)).isCloseTo(21.8, within(0.1));
    assertThat(Fit.worst(fit.predictions())).isLessThan(0.027);
  }

  @Test
  void deepEpIsAStartAndRemoteBytes() {
    Fit fit = allOf("DeepEP V1 low-latency dispatch and combine");
    assertThat(value(fit, 0)).isCloseTo(27, within(0.5));
    assertThat(value(fit, 1)).isCloseTo(43.5, within(0.1));
    assertThat(Fit.worst(fit.predictions())).isLessThan(0.07);
  }

  @Test
  void aQuietPollsEachQueueInAboutHalfAMicrosecond() {
    assertThat(value(allOf("quiet of all queue pairs"), 1)).isBetween(0.45, 0.65);
  }

  @Test
  void everyParameterLiesInItsInterval() {
    for (Fit fit : FITS) {
      assertThat(fit.fittedRows()).hasSizeGreaterThan(fit.parameters().size());
      for (Fit.Parameter p : fit.parameters()) {
        assertThat(p.low()).isPositive().isLessThanOrEqualTo(p.value());
        assertThat(p.high()).isGreaterThanOrEqualTo(p.value());
      }
    }
  }

  @Test
  void medianErrorsAreSmallWhereTheFitLookedAndWhereItDidNot() {
    assertThat(Fit.median(predictions(false))).isLessThan(0.05);
    assertThat(Fit.median(predictions(true))).isLessThan(0.10);
  }

  private static List<Fit.Prediction> predictions(boolean heldOut) {
    return FITS.stream().flatMap(fit -> fit.predictions(heldOut).stream()).toList();
  }

  @Test
  void aTableUnderAWrongHeadingIsReadAsWhatItHolds() {
    List<Measurement> rows =
        Published.rows().stream()
            .filter(row -> row.operation().equals("osu_bw GPU-to-GPU intra-node"))
            .toList();
    assertThat(rows).hasSize(14).allMatch(row -> row.unit().equals("MB/s"));
    assertThat(rows.getLast().microseconds()).isBetween(170.0, 180.0); // 4 MiB at 24 GB/s
  }

  @Property(tries = 50)
  void aFitFindsTheLawThatMadeTheMeasurements(
      @ForAll @DoubleRange(min = 0.1, max = 500) double start,
      @ForAll @DoubleRange(min = 0.5, max = 500) double bandwidth) {
    double[] truth = {start, bandwidth};
    Measurement row = Published.rows().getFirst();
    ImmutableList.Builder<Group.Point> points = ImmutableList.builder();
    for (double bytes = 8; bytes < 1e8; bytes *= 4) {
      ImmutableDoubleArray inputs = ImmutableDoubleArray.of(bytes);
      points.add(new Group.Point(row, inputs, Law.START_AND_BYTES.at(truth, inputs), false));
    }
    Fit fit =
        RelativeLeastSquares.fit(
            new Group(
                "made",
                row.system(),
                "",
                Law.START_AND_BYTES,
                ImmutableDoubleArray.of(10, 10),
                points.build()));
    assertThat(value(fit, 0)).isCloseTo(start, within(start * 1e-3));
    assertThat(value(fit, 1)).isCloseTo(bandwidth, within(bandwidth * 1e-3));
  }

  @Test
  void aGroupOfTwoSystemsIsRefused() {
    ImmutableList<Group.Point> points =
        Published.rows().stream()
            .map(row -> new Group.Point(row, ImmutableDoubleArray.of(1), 1, false))
            .collect(ImmutableList.toImmutableList());
    String system = points.getFirst().row().system();
    assertThatThrownBy(
            () -> new Group("all", system, "", Law.CONSTANT, ImmutableDoubleArray.of(1), points))
        .hasMessageContaining("mixes");
  }

  @Test
  void theSourcesOfPlatformsNameRowsThatExist() throws IOException {
    Set<String> ids = Published.rows().stream().map(Measurement::id).collect(Collectors.toSet());
    Pattern row = Pattern.compile("\\bP[DS]\\d{4}\\b");
    for (String name : Platforms.NAMES) {
      String text =
          Resources.toString(
              Resources.getResource(Platforms.class, name + ".yaml"), StandardCharsets.UTF_8);
      row.matcher(text).results().forEach(id -> assertThat(ids).contains(id.group()));
    }
  }

  @Test
  void aQuotedFieldMayHoldCommasAndQuotes() {
    assertThat(Published.fields("a,\"b, \"\"c\"\"\",,d")).containsExactly("a", "b, \"c\"", "", "d");
  }
}
