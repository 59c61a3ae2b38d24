package org.shmemlab.transports.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Compares with recorded answers of SimGrid, also where SimGrid is missing. */
class SimGridGoldenTest {
  private static final int CASES = 100;

  private static Scenario scenario(long seed) {
    return Scenario.random(seed, 6, 20);
  }

  private static List<List<Long>> golden() {
    try (var file =
        Objects.requireNonNull(SimGridGoldenTest.class.getResourceAsStream("simgrid-4.0.golden"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(" ")).stream().map(Long::valueOf).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theEmbeddedEngineSaysWhatSimGridSaid() {
    var golden = golden();
    assertThat(golden).hasSize(CASES);
    for (var seed = 0; seed < CASES; seed++) {
      SimGridTest.assertClose(seed, scenario(seed).completions(), golden.get(seed));
    }
  }

  @Test
  void simGridStillSaysIt() {
    var missing = NetworkEngines.missing(NetworkEngines.SIMGRID);
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    var all =
        Scenario.sideBySide(
            LongStream.range(0, CASES).mapToObj(SimGridGoldenTest::scenario).toList());
    try (var simGrid = NetworkEngines.open(NetworkEngines.SIMGRID, all.links())) {
      var expected = new ArrayList<Long>();
      golden().forEach(expected::addAll);
      SimGridTest.assertClose(0, expected, all.completions(simGrid));
    }
  }
}
