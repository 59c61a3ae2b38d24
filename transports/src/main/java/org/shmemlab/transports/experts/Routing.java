package org.shmemlab.transports.experts;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.shmemlab.transports.traffic.Placement;

/**
 * Draws the experts of each token, and places them on PEs. All of it follows from the parameters
 * and a seed: expert ranks by popularity are drawn, then the experts of each token, without
 * repetition, with a probability that falls with the rank as rank^-skew.
 *
 * <p>Where a token may go to so many nodes only, those are the first that are drawn, and experts of
 * other nodes are passed over. That is what DeepEP's test does ({@code test_internode.py}), which
 * draws a score for each expert, keeps the nodes whose best scores are highest and takes the best
 * experts there: drawing experts one by one is going through them by falling score.
 */
public final class Routing {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Placement place;
  private final int tokens;
  private final int each;
  private final int nodes; // most of one token
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
   * @param nodes most nodes that the experts of a token are on; 0 for any number
   * @throws IllegalArgumentException if so few nodes may have too few experts for a token
   */
  public Routing(
      Placement place,
      int tokens,
      int experts,
      int each,
      double skew,
      String spread,
      int nodes,
      long seed) {
    this.place = place;
    this.tokens = tokens;
    this.each = each;
    this.nodes = nodes == 0 ? place.nodes() : Math.min(nodes, place.nodes());
    int pes = place.pes();
    int[] drawn = permutation(experts, seed ^ GOLDEN);
    this.peOf = new int[experts];
    this.expertsOf = new int[pes];
    for (int expert = 0; expert < experts; expert++) {
      int number = spread.equals("drawn") ? drawn[expert] : expert;
      peOf[expert] = peOf(number, experts, pes, spread);
      expertsOf[peOf[expert]]++;
    }
    int least = fewest(place, experts, spread, nodes);
    if (least < each) {
      throw new IllegalArgumentException(
          each + " experts of a token, but its nodes may have only " + least);
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

  /**
   * How many experts the nodes have at least of which a token may use so many: those that have
   * fewest. Which experts a node has may be drawn; how many is not.
   *
   * @param spread as for a routing
   * @param most nodes of a token; 0 for any number
   */
  public static int fewest(Placement place, int experts, String spread, int most) {
    int[] onNode = new int[place.nodes()];
    for (int expert = 0; expert < experts; expert++) {
      onNode[place.node(peOf(expert, experts, place.pes(), spread))]++;
    }
    IntStream some = IntStream.of(onNode).filter(count -> count > 0).sorted();
    return (most == 0 ? some : some.limit(most)).sum();
  }

  // Where they are drawn, those of a permutation alternate as well.
  private static int peOf(int expert, int experts, int pes, String spread) {
    return spread.equals("blocks") ? (int) ((long) expert * pes / experts) : expert % pes;
  }

  private void choose(int first, long state) {
    long next = state;
    int found = 0; // nodes
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
        int node = place.node(peOf[expert]);
        boolean known = false;
        for (int other = 0; other < number; other++) {
          known |= place.node(peOf[chosen[first + other]]) == node;
        }
        if (known || found < nodes) {
          found += known ? 0 : 1;
          chosen[first + number++] = (char) expert;
        }
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

  /** Where the PEs are. */
  public Placement place() {
    return place;
  }

  /** Tokens of each PE. */
  public int tokens() {
    return tokens;
  }

  /** Experts of each token. */
  public int each() {
    return each;
  }

  /** Experts of all PEs together. */
  public int experts() {
    return peOf.length;
  }

  /** One of the experts of a token. */
  public int expert(int pe, int token, int number) {
    return chosen[(pe * tokens + token) * each + number];
  }

  /** The PE that has an expert. */
  public int peOf(int expert) {
    return peOf[expert];
  }

  /** How many experts a PE has. */
  public int expertsOf(int pe) {
    return expertsOf[pe];
  }

  /** For each PE, how many of some tokens have an expert there. */
  public int[] byPe(int pe, int from, int to) {
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
  public int[] byNode(int pe, int from, int to) {
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

  /**
   * How many copies of its tokens a PE sends on average, if each goes once to every node that has
   * an expert of it, the own one among them; inside one node, once to every PE. DeepEP's "logical"
   * bandwidth counts these.
   */
  public double copiesOfAPe() {
    long copies = 0;
    for (int pe = 0; pe < place.pes(); pe++) {
      int[] counts = place.nodes() == 1 ? byPe(pe, 0, tokens) : byNode(pe, 0, tokens);
      copies += IntStream.of(counts).asLongStream().sum();
    }
    return (double) copies / place.pes();
  }
}
