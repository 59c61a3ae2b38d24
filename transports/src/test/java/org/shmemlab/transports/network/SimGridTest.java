package org.shmemlab.transports.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.testing.Draws;

/** The embedded engine and SimGrid, flow by flow. Runs where there is SimGrid. */
@Tag("random")
class SimGridTest {
  /** How many networks are compared; 10,000 take some minutes. */
  private static final int CASES = Draws.of(Integer.getInteger("shmemlab.simgrid.cases", 1_000));

  private static final int AT_ONCE = 100;

  @BeforeEach
  void simGridIsHere() {
    var missing = NetworkEngines.missing(NetworkEngines.SIMGRID);
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @Test
  void bothSayTheSame() {
    for (var first = 0; first < CASES; first += AT_ONCE) {
      var cases = new ArrayList<Scenario>();
      for (var seed = first; seed < Math.min(CASES, first + AT_ONCE); seed++) {
        cases.add(
            seed % 100 == 0
                ? Scenario.random(seed, 64, 500)
                : Scenario.random(seed, 8, 2 + seed % 40));
      }
      var all = Scenario.sideBySide(cases);
      List<Long> theirs;
      try (var simGrid = NetworkEngines.open(NetworkEngines.SIMGRID, all.links())) {
        theirs = all.completions(simGrid);
      }
      var from = 0;
      for (var i = 0; i < cases.size(); i++) {
        var flows = cases.get(i).flows().size();
        assertClose(first + i, cases.get(i).completions(), theirs.subList(from, from + flows));
        from += flows;
      }
    }
  }

  static void assertClose(int seed, List<Long> ours, List<Long> theirs) {
    for (var flow = 0; flow < ours.size(); flow++) {
      var difference = Math.abs(ours.get(flow) - theirs.get(flow));
      assertThat((double) difference)
          .as(
              "seed %d, flow %d: %d ps here, %d ps there",
              seed, flow, ours.get(flow), theirs.get(flow))
          .isLessThanOrEqualTo(2 + 1e-9 * ours.get(flow));
    }
  }
}
