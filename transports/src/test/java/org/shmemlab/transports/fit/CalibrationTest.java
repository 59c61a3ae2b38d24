package org.shmemlab.transports.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;

/** Laws against what two real machines measured: fitted to the one, tested on the other. */
class CalibrationTest {
  private static final Calibration CALIBRATION = calibration();

  private static Calibration calibration() {
    try {
      ImmutableList.Builder<TimedRow> rows = ImmutableList.builder();
      for (String run : List.of("h200-x2-1", "h200-x2-2")) {
        rows.addAll(TimedRows.parse(run, run, Files.readString(measured(run))));
      }
      return Calibration.of(rows.build());
    } catch (IOException | ResultsException problem) {
      throw new AssertionError(problem);
    }
  }

  private static Path measured(String run) {
    Path file = Path.of("results", run, "measure.csv");
    return Files.exists(file) ? file : Path.of("..").resolve(file);
  }

  @Test
  void thePresetIsWhatTheResultsSay() throws Exception {
    String preset =
        Resources.toString(
            Resources.getResource(Platform.class, "h200-nvlink-measured.yaml"),
            StandardCharsets.UTF_8);
    assertThat(MeasuredPlatform.yaml("h200-nvlink-measured", CALIBRATION)).isEqualTo(preset);
    assertThat(Platforms.parse("measured.yaml", preset).summary()).contains("h200-x2-1");
  }

  @Test
  void halfOfTheErrorsOnTheOtherMachineAreBelowAFiftieth() {
    assertThat(Fit.median(CALIBRATION.predictions(true))).isLessThan(0.025);
    assertThat(CALIBRATION.predictions(true)).hasSizeGreaterThan(1900);
  }

  @Test
  void transfersOfBlocksAreWithinTenPercentForAllSizesAndGrids() {
    for (String operation : List.of("put_nbi", "get_nbi")) {
      Fit fit = CALIBRATION.fit(operation + ", stream of transfers, block");
      assertThat(Fit.worst(fit.predictions(true))).isLessThan(0.1);
    }
  }

  @Test
  void everyRowIsPredictedOrLeftOutWithAReason() {
    int predicted = CALIBRATION.fits().stream().mapToInt(fit -> fit.predictions().size()).sum();
    assertThat(predicted + CALIBRATION.left().size()).isEqualTo(CALIBRATION.rows().size());
  }

  @Test
  void oneRunIsHalvedByItsRepetitions() throws Exception {
    Calibration one =
        Calibration.of(
            CALIBRATION.rows().stream().filter(r -> r.results().equals("h200-x2-1")).toList());
    assertThat(one.predictions(true)).allMatch(p -> !p.row().id().startsWith("h200-x2-2"));
    assertThat(one.predictions(true)).hasSizeLessThan(one.predictions(false).size());
    assertThat(Fit.median(one.predictions(true))).isLessThan(0.025);
  }

  @Test
  void eachMistakeInAFileHasItsLine() throws Exception {
    List<String> lines = Files.readAllLines(measured("h200-x2-1"));
    int header = 0;
    while (lines.get(header).startsWith("#")) {
      header++;
    }
    String good = lines.get(header + 1);
    String alone = lines.get(header) + "\n" + good;
    String text =
        String.join(
            "\n",
            lines.get(header),
            good,
            good.replace("thread", "grid"),
            good.replace("2.02", "soon"),
            good.substring(0, 20));
    assertThatThrownBy(() -> TimedRows.parse("run", "measure.csv", text))
        .isInstanceOf(ResultsException.class)
        .hasMessageMatching(
            """
            (?s)measure.csv:3: error: scope 'grid' is none of thread, warp, block, stream
            measure.csv:4: error: median_ns is 'soon', not a number from 0
            measure.csv:5: error: \\d columns instead of 18.*\
            """);
    assertThatThrownBy(() -> TimedRows.parse("run", "measure.csv", "# stopped\n"))
        .hasMessageStartingWith("measure.csv:1: error: no header");
    assertThatThrownBy(() -> Calibration.of(TimedRows.parse("run", "f", alone)))
        .isInstanceOf(ResultsException.class);
  }
}
