package org.shmemlab.transports.experts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.Traffic;

/** Compares the traffic of forwarding with a count of tokens one by one. */
class MoeThroughputTest {
  private static final long BYTES = 7392;

  @ParameterizedTest
  @CsvSource({
    "16, 0, 0, blocks",
    "32, 0, 0.7, rounds",
    "64, 4, 0, blocks",
    "64, 2, 1, drawn",
    "8, 0, 0, blocks"
  })
  void everyTokenCrossesOnceToEachNodeAndThenToEachPe(
      int pes, int most, double skew, String spread) {
    Placement place = new Placement(pes, 8, Platforms.named("h800").gpu());
    int tokens = 67;
    Routing routing = new Routing(place, tokens, 128, 8, skew, spread, most, 21);
    long[][] crossing = new long[pes][place.nodes()]; // tokens of a PE that a node needs
    long inside = 0;
    for (int pe = 0; pe < pes; pe++) {
      for (int token = 0; token < tokens; token++) {
        Set<Integer> targets = new TreeSet<>();
        for (int number = 0; number < 8; number++) {
          targets.add(routing.peOf(routing.expert(pe, token, number)));
        }
        inside += targets.size();
        Set<Integer> nodes = new TreeSet<>();
        targets.forEach(target -> nodes.add(target / 8));
        nodes.remove(pe / 8);
        for (int node : nodes) {
          crossing[pe][node]++;
        }
      }
    }
    for (boolean back : new boolean[] {false, true}) {
      Traffic traffic = Traffic.of(new MoeThroughput(routing, 3, 16, back, BYTES, 0));
      long[][] sent = new long[pes][place.nodes()];
      long near = 0;
      for (Map.Entry<Traffic.Way, Traffic.Sum> pair : traffic.pairs().entrySet()) {
        int from = pair.getKey().from();
        int to = pair.getKey().to();
        if (from / 8 == to / 8) {
          near += pair.getValue().bytes();
        } else {
          assertThat(from % 8).as("rail").isEqualTo(to % 8);
          int home = back ? to : from;
          int away = back ? from : to;
          sent[home][away / 8] += pair.getValue().bytes() / BYTES;
        }
      }
      assertThat(sent).isDeepEqualTo(crossing);
      assertThat(near).isEqualTo(inside * BYTES);
    }
  }
}
