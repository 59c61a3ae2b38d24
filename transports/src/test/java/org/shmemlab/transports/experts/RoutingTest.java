package org.shmemlab.transports.experts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.traffic.Placement;

/** Which experts tokens go to. */
class RoutingTest {
  private static Placement place(int pes) {
    return new Placement(pes, 8, Platforms.named("h800").gpu());
  }

  @Test
  void expertsOfATokenDifferAndPopularOnesComeMoreOften() {
    Routing even = new Routing(place(8), 500, 64, 8, 0, "blocks", 0, 7);
    Routing skewed = new Routing(place(8), 500, 64, 8, 1.2, "blocks", 0, 7);
    for (int token = 0; token < 500; token++) {
      var seen = new TreeSet<Integer>();
      for (int number = 0; number < 8; number++) {
        seen.add(skewed.expert(3, token, number));
      }
      assertThat(seen).hasSize(8);
    }
    assertThat(most(skewed)).isGreaterThan(2 * most(even));
    assertThat(most(even)).isLessThan(2 * 500 * 8 * 8 / 64);
  }

  private static long most(Routing routing) {
    long[] counts = new long[64];
    for (int pe = 0; pe < 8; pe++) {
      for (int token = 0; token < 500; token++) {
        for (int number = 0; number < 8; number++) {
          counts[routing.expert(pe, token, number)]++;
        }
      }
    }
    return Arrays.stream(counts).max().orElseThrow();
  }

  @Test
  void expertsArePlacedAsAsked() {
    assertThat(new Routing(place(4), 1, 8, 1, 0, "blocks", 0, 1).peOf(3)).isEqualTo(1);
    assertThat(new Routing(place(4), 1, 8, 1, 0, "rounds", 0, 1).peOf(3)).isEqualTo(3);
    for (String spread : new String[] {"blocks", "rounds", "drawn"}) {
      Routing routing = new Routing(place(4), 1, 8, 1, 0, spread, 0, 1);
      for (int pe = 0; pe < 4; pe++) {
        assertThat(routing.expertsOf(pe)).isEqualTo(2);
      }
    }
  }

  private static Set<Integer> nodes(Routing routing, int pe, int token) {
    Set<Integer> nodes = new TreeSet<>();
    for (int number = 0; number < routing.each(); number++) {
      nodes.add(routing.peOf(routing.expert(pe, token, number)) / 8);
    }
    return nodes;
  }

  @Test
  void aTokenGoesToNoMoreNodesThanAllowed() {
    for (String spread : new String[] {"blocks", "rounds", "drawn"}) {
      Routing limited = new Routing(place(64), 100, 256, 8, 0.5, spread, 3, 5);
      Routing free = new Routing(place(64), 100, 256, 8, 0.5, spread, 0, 5);
      int most = 0;
      for (int pe = 0; pe < 64; pe++) {
        for (int token = 0; token < 100; token++) {
          assertThat(nodes(limited, pe, token)).hasSizeLessThanOrEqualTo(3);
          most = Math.max(most, nodes(free, pe, token).size());
        }
      }
      assertThat(most).isGreaterThan(5);
    }
  }

  /** As many nodes as there are change nothing. */
  @Test
  void aLimitThatLimitsNothingDrawsTheSame() {
    Routing free = new Routing(place(32), 50, 256, 8, 0, "blocks", 0, 9);
    Routing limited = new Routing(place(32), 50, 256, 8, 0, "blocks", 4, 9);
    for (int pe = 0; pe < 32; pe++) {
      for (int token = 0; token < 50; token++) {
        for (int number = 0; number < 8; number++) {
          assertThat(limited.expert(pe, token, number)).isEqualTo(free.expert(pe, token, number));
        }
      }
    }
  }

  /**
   * The published way to limit nodes: scores of all experts, the nodes whose best ones are highest,
   * the best experts of those.
   */
  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2", "8, 4"})
  void nodesAreThoseWithTheBestScores(int nodes, int most) {
    int experts = 64;
    Routing routing = new Routing(place(8 * nodes), 200, experts, 8, 0, "blocks", most, 3);
    Random random = new Random(11);
    int tokens = 20_000;
    long copies = 0;
    for (int token = 0; token < tokens; token++) {
      double[] scores = random.doubles(experts).toArray();
      int each = experts / nodes;
      Set<Integer> best = new TreeSet<>();
      IntStream.range(0, nodes)
          .boxed()
          .sorted(
              Comparator.comparingDouble(node ->
                  -Arrays.stream(scores, node * each, (node + 1) * each).max().orElseThrow()))
          .limit(most)
          .forEach(best::add);
      copies +=
          IntStream.range(0, experts)
              .boxed()
              .filter(expert -> best.contains(expert / each))
              .sorted(Comparator.comparingDouble(expert -> -scores[expert]))
              .limit(8)
              .map(expert -> expert / each)
              .distinct()
              .count();
    }
    double expected = (double) copies / tokens;
    assertThat(routing.copiesOfAPe() / 200).isBetween(0.99 * expected, 1.01 * expected);
  }

  @Test
  void tooFewExpertsOnSoManyNodesAreRefused() {
    assertThat(Routing.fewest(place(16), 12, "blocks", 1)).isEqualTo(6);
    assertThat(Routing.fewest(place(24), 5, "rounds", 2)).isEqualTo(5);
    assertThatThrownBy(() -> new Routing(place(16), 1, 12, 8, 0, "drawn", 1, 1))
        .hasMessage("8 experts of a token, but its nodes may have only 4");
  }
}
