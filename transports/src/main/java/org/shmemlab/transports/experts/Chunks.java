package org.shmemlab.transports.experts;

import java.util.Arrays;

/** Tokens that travel together: for each chunk, how many of them go to each PE and to each node. */
public final class Chunks {
  private static final int COUNT_BITS = 12;
  private static final int COUNT = (1 << COUNT_BITS) - 1;

  /** Most tokens of a chunk. */
  public static final int LARGEST = COUNT;

  private final Routing routing;
  private final int channels;
  private final int size;
  private final int[] firsts; // number of a channel's first chunk, among those of a PE
  private final int[][] pes; // of a chunk: the PE above COUNT_BITS, then the tokens; by PE
  private final char[][] nodes; // of a chunk: tokens by node

  /**
   * Cuts the tokens of each PE.
   *
   * @param channels that share them
   * @param size most tokens of a chunk, up to {@link #LARGEST}
   */
  Chunks(Routing routing, int channels, int size) {
    this.routing = routing;
    this.channels = channels;
    this.size = size;
    this.firsts = new int[channels + 1];
    for (int channel = 0; channel < channels; channel++) {
      firsts[channel + 1] = firsts[channel] + (tokens(channel) + size - 1) / size;
    }
    int all = routing.place().pes() * firsts[channels];
    this.pes = new int[all][];
    this.nodes = new char[all][];
    for (int pe = 0; pe < routing.place().pes(); pe++) {
      for (int channel = 0; channel < channels; channel++) {
        for (int number = 0; number < count(channel); number++) {
          count(pe, channel, number);
        }
      }
    }
  }

  private int first(int channel) {
    return (int) ((long) routing.tokens() * channel / channels);
  }

  private int tokens(int channel) {
    return first(channel + 1) - first(channel);
  }

  /** Chunks of a channel. */
  int count(int channel) {
    return firsts[channel + 1] - firsts[channel];
  }

  private int index(int pe, int channel, int number) {
    return pe * firsts[channels] + firsts[channel] + number;
  }

  private void count(int pe, int channel, int number) {
    int from = first(channel) + number * size;
    int to = Math.min(from + size, first(channel + 1));
    int[] byPe = routing.byPe(pe, from, to);
    int[] packed = new int[(int) Arrays.stream(byPe).filter(count -> count > 0).count()];
    int next = 0;
    for (int target = 0; target < byPe.length; target++) {
      if (byPe[target] > 0) {
        packed[next++] = target << COUNT_BITS | byPe[target];
      }
    }
    int at = index(pe, channel, number);
    pes[at] = packed;
    int[] byNode = routing.byNode(pe, from, to);
    nodes[at] = new char[byNode.length];
    for (int node = 0; node < byNode.length; node++) {
      nodes[at][node] = (char) byNode[node];
    }
  }

  /** Receives the number of tokens of a chunk that have an expert on a PE. */
  @FunctionalInterface
  interface Tokens {
    void go(int target, int tokens);
  }

  /** Reports the PEs of a range that have an expert of a chunk's tokens, in ascending order. */
  void among(int pe, int channel, int number, int from, int to, Tokens tokens) {
    int[] packed = pes[index(pe, channel, number)];
    int found = Arrays.binarySearch(packed, from << COUNT_BITS);
    for (int at = found < 0 ? -found - 1 : found;
        at < packed.length && packed[at] >>> COUNT_BITS < to;
        at++) {
      tokens.go(packed[at] >>> COUNT_BITS, packed[at] & COUNT);
    }
  }

  /** Tokens of a chunk with an expert on a PE. */
  int toPe(int pe, int channel, int number, int target) {
    int[] packed = pes[index(pe, channel, number)];
    int at = Arrays.binarySearch(packed, target << COUNT_BITS);
    int place = at < 0 ? -at - 1 : at;
    return place < packed.length && packed[place] >>> COUNT_BITS == target
        ? packed[place] & COUNT
        : 0;
  }

  /** Tokens of a chunk with an expert on a node. */
  int toNode(int pe, int channel, int number, int node) {
    return nodes[index(pe, channel, number)][node];
  }
}
