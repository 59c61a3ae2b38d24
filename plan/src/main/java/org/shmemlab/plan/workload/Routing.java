package org.shmemlab.plan.workload;

import java.util.Arrays;

/**
 * Which experts each token goes to, and where they are. All of it follows from the parameters and a
 * seed: expert ranks by popularity are drawn, then the experts of each token, without repetition,
 * with a probability that falls with the rank as rank^-skew.
 */
final class Routing {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Place place;
  private final int tokens;
  private final int each;
  private final int[] peOf; // by expert
  private final int[] expertsOf; // how many experts each PE has
  private final double[] below; // cumulative probability by rank
  private final int[] ranked; // expert of a rank
  private final char[] chosen; // by PE, token and number

  /**
   * Draws the experts of all tokens.
   *
   * @param tokens of each PE
   * @param each experts of a token
   * @param skew 0 where all experts are equally popular
   * @param spread how experts are put on PEs: "blocks", "rounds" or "drawn"
   */
  Routing(Place place, int tokens, int experts, int each, double skew, String spread, long seed) {
    this.place = place;
    this.tokens = tokens;
    this.each = each;
    int pes = place.pes();
    int[] drawn = permutation(experts, seed ^ GOLDEN);
    this.peOf = new int[experts];
    this.expertsOf = new int[pes];
    for (int expert = 0; expert < experts; expert++) {
      peOf[expert] =
          switch (spread) {
            case "blocks" -> (int) ((long) expert * pes / experts);
            case "rounds" -> expert % pes;
            default -> drawn[expert] % pes;
          };
      expertsOf[peOf[expert]]++;
    }
    this.ranked = permutation(experts, seed + GOLDEN);
    this.below = new double[experts];
    double sum = 0;
    for (int rank = 0; rank < experts; rank++) {
      sum += Math.pow(rank + 1.0, -skew);
      below[rank] = sum;
    }
    for (int rank = 0; rank < experts; rank++) {
      below[rank] /= sum;
    }
    this.chosen = new char[Math.multiplyExact(Math.multiplyExact(pes, tokens), each)];
    for (int pe = 0; pe < pes; pe++) {
      for (int token = 0; token < tokens; token++) {
        choose((pe * tokens + token) * each, mixed(seed + mixed(((long) pe << 32) + token)));
      }
    }
  }

  private void choose(int first, long state) {
    long next = state;
    for (int number = 0; number < each; ) {
      next += GOLDEN;
      double u = (mixed(next) >>> 11) * 0x1p-53;
      int rank = Arrays.binarySearch(below, u);
      int expert = ranked[Math.min(rank < 0 ? -rank - 1 : rank + 1, ranked.length - 1)];
      boolean fresh = true;
      for (int other = 0; other < number; other++) {
        fresh &= chosen[first + other] != expert;
      }
      if (fresh) {
        chosen[first + number++] = (char) expert;
      }
    }
  }

  private static int[] permutation(int size, long seed) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int at = (int) Long.remainderUnsigned(mixed(seed + i * GOLDEN), i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }

  // SplitMix64's last step (Steele, Lea and Flood 2014).
  private static long mixed(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  Place place() {
    return place;
  }

  int tokens() {
    return tokens;
  }

  int each() {
    return each;
  }

  int experts() {
    return peOf.length;
  }

  /** One of the experts of a token. */
  int expert(int pe, int token, int number) {
    return chosen[(pe * tokens + token) * each + number];
  }

  int peOf(int expert) {
    return peOf[expert];
  }

  /** How many experts a PE has. */
  int expertsOf(int pe) {
    return expertsOf[pe];
  }

  /** For each PE, how many of some tokens have an expert there. */
  int[] byPe(int pe, int from, int to) {
    int[] counts = new int[place.pes()];
    for (int token = from; token < to; token++) {
      for (int number = 0; number < each; number++) {
        int target = peOf[expert(pe, token, number)];
        boolean first = true;
        for (int other = 0; other < number; other++) {
          first &= peOf[expert(pe, token, other)] != target;
        }
        if (first) {
          counts[target]++;
        }
      }
    }
    return counts;
  }

  /** For each node, how many of some tokens have an expert there. */
  int[] byNode(int pe, int from, int to) {
    int[] counts = new int[place.nodes()];
    for (int token = from; token < to; token++) {
      for (int number = 0; number < each; number++) {
        int node = place.node(peOf[expert(pe, token, number)]);
        boolean first = true;
        for (int other = 0; other < number; other++) {
          first &= place.node(peOf[expert(pe, token, other)]) != node;
        }
        if (first) {
          counts[node]++;
        }
      }
    }
    return counts;
  }
}
