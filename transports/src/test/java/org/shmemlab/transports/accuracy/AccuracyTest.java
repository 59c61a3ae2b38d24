package org.shmemlab.transports.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.Measurement;
import org.shmemlab.transports.fit.Published;
import org.shmemlab.transports.platform.Platforms;

/** Compares laws and simulations with the published measurements. */
@Tag("simulation")
@Tag("whole")
class AccuracyTest {
  private static final Accuracy ACCURACY = Accuracy.ofPublished();

  private static Fit.Prediction simulated(String id) {
    return ACCURACY.simulated().stream()
        .map(Simulated::prediction)
        .filter(p -> p.row().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyRowIsPredictedOrHasAReason() {
    List<String> byLaw =
        ACCURACY.fits().stream()
            .flatMap(fit -> fit.predictions().stream())
            .map(p -> p.row().id())
            .toList();
    List<String> bySimulation =
        ACCURACY.simulated().stream().map(one -> one.prediction().row().id()).toList();
    List<String> left = ACCURACY.unpredicted().stream().map(u -> u.row().id()).toList();
    assertThat(byLaw).doesNotHaveDuplicates();
    assertThat(bySimulation).doesNotHaveDuplicates();
    Set<String> predicted = new HashSet<>(byLaw);
    predicted.addAll(bySimulation);
    assertThat(Stream.concat(predicted.stream(), left.stream()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Published.rows().stream().map(Measurement::id).toList());
    assertThat(ACCURACY.unpredicted()).noneMatch(u -> u.reason().isBlank());
  }

  @Test
  void aRowThatAPlatformTakesANumberFromIsNotHeldOut() {
    assertThat(simulated("PD0519").heldOut()).isFalse(); // named alone
    assertThat(simulated("PD0137").heldOut()).isFalse(); // between PD0136 and PD0139
    assertThat(simulated("PD0140").heldOut()).isTrue();
    assertThat(Provenance.of(Platforms.named("alps"))).contains("PS0017").doesNotContain("PS0019");
  }

  /** The inputs of a platform's numbers must come out again. */
  @Test
  void whatANumberWasComputedFromComesOut() {
    for (String id : List.of("PD0519", "PD0525", "PD0588", "PD0671", "PD0829", "PS0046")) {
      assertThat(simulated(id).error()).as(id).isBetween(-0.03, 0.03);
    }
  }

  @Test
  void aResultIsInTheUnitOfItsRow() {
    assertThat(simulated("PD0147").predicted()).isBetween(20_000.0, 25_000.0); // MB/s
    assertThat(simulated("PD0820").predicted()).isBetween(90.0, 100.0); // Gbit/s
    assertThat(simulated("PD0589").predicted()).isBetween(200.0, 260.0); // M msg/s
  }

  /** Nothing of these times is in the platform: they are one fence of the proxy after the other. */
  @Test
  void anAllToAllOverSlingshotTakesWhatItTakes() {
    List<Fit.Prediction> rows =
        ACCURACY.simulated().stream()
            .map(Simulated::prediction)
            .filter(p ->
                p.heldOut() && p.row().operation().matches("nvshmem alltoall .* (warp|block) .*"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(35);
    assertThat(Fit.median(rows)).isLessThan(0.05);
    assertThat(Fit.worst(rows)).isLessThan(0.15);
  }

  /** Where a GPU drives several NICs, nothing but their number and one NIC's rate is known. */
  @Test
  void allCardsOfAGpuAndOfANodeCarryWhatWasMeasured() {
    for (String id : List.of("PD0821", "PD0827")) {
      assertThat(simulated(id).heldOut()).as(id).isTrue();
      assertThat(simulated(id).error()).as(id).isBetween(-0.05, 0.05);
    }
  }

  /** docs/platforms.md, Accuracy. */
  @Test
  void thePageSaysWhatComesOut() throws IOException {
    String page = Files.readString(Path.of("../docs/platforms.md"));
    assertThat(page)
        .contains(line("by law, fitted", ACCURACY.predictions(false)))
        .contains(line("by law, held out", ACCURACY.predictions(true)))
        .contains(line("by simulation, input", simulated(false)))
        .contains(line("by simulation, held out", simulated(true)))
        .contains(
            "| not predicted | "
                + ACCURACY.unpredicted().size()
                + " of "
                + Published.rows().size()
                + " | | |");
  }

  private static List<Fit.Prediction> simulated(boolean heldOut) {
    return ACCURACY.simulated().stream()
        .map(Simulated::prediction)
        .filter(p -> p.heldOut() == heldOut)
        .toList();
  }

  private static String line(String what, List<Fit.Prediction> rows) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.1f %% | %.1f %% |",
        what,
        rows.size(),
        100 * Fit.median(rows),
        100 * Fit.worst(rows));
  }

  @Test
  void aHigherPercentileIsALongerTime() {
    assertThat(simulated("PD0628").predicted()).isGreaterThan(simulated("PD0627").predicted());
  }
}
