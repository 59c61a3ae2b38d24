package org.shmemlab.transports.cost.stations;

import java.util.Arrays;

/**
 * Stores the operations in flight: a number for each, given again once it is over.
 *
 * <p>They are kept as columns: operations that are looked at one after another mostly have numbers
 * that follow each other, and of each only some columns are looked at.
 */
final class OperationColumns {
  static final int NONE = -1;

  private static final int FIRST_CAPACITY = 64;

  private int[] agents = new int[FIRST_CAPACITY];
  private int[] sources = new int[FIRST_CAPACITY];
  private int[] targets = new int[FIRST_CAPACITY];
  private int[] tags = new int[FIRST_CAPACITY];
  private int[] lanes = new int[FIRST_CAPACITY];
  private int[] queues = new int[FIRST_CAPACITY];
  private int[] nexts = new int[FIRST_CAPACITY];
  private int[] epochs = new int[FIRST_CAPACITY];
  private long[] bytes = new long[FIRST_CAPACITY];
  private long[] tails = new long[FIRST_CAPACITY];
  private byte[] kinds = new byte[FIRST_CAPACITY];
  private byte[] flags = new byte[FIRST_CAPACITY];
  private byte[] cards = new byte[FIRST_CAPACITY];
  private int top;
  private int free = NONE; // the first number that is given again
  private int last = NONE; // and the last
  private int live;

  /**
   * A new operation, in no queue pair.
   *
   * @param source the agent's PE
   * @param lane by which its queue pair is chosen
   * @param kind what it is, eight bits
   * @param marks flags, eight bits
   */
  int add(int agent, int source, int target, int tag, int lane, long size, int kind, int marks) {
    live++;
    int number = free;
    if (number == NONE) {
      number = top++;
      if (number == agents.length) {
        grow();
      }
    } else {
      free = number == last ? NONE : nexts[number];
    }
    agents[number] = agent;
    sources[number] = source;
    targets[number] = target;
    tags[number] = tag;
    lanes[number] = lane;
    queues[number] = NONE;
    bytes[number] = size;
    kinds[number] = (byte) kind;
    flags[number] = (byte) marks;
    cards[number] = 0;
    return number;
  }

  // Numbers are given again in the order in which they came back: what comes next lies next.
  void remove(int number) {
    live--;
    if (free == NONE) {
      free = number;
    } else {
      nexts[last] = number;
    }
    last = number;
  }

  int live() {
    return live;
  }

  int agent(int number) {
    return agents[number];
  }

  int source(int number) {
    return sources[number];
  }

  int target(int number) {
    return targets[number];
  }

  int tag(int number) {
    return tags[number];
  }

  int lane(int number) {
    return lanes[number];
  }

  long bytes(int number) {
    return bytes[number];
  }

  void bytes(int number, long size) {
    bytes[number] = size;
  }

  /** When the last byte reaches the next port. */
  long tail(int number) {
    return tails[number];
  }

  void tail(int number, long time) {
    tails[number] = time;
  }

  /** Queue pair, or {@link #NONE}. */
  int queue(int number) {
    return queues[number];
  }

  void queue(int number, int queue) {
    queues[number] = queue;
  }

  /** The next one in the line in which it waits. */
  int next(int number) {
    return nexts[number];
  }

  void next(int number, int next) {
    nexts[number] = next;
  }

  /** The quiets of its PE that began before it, by their number; NONE for stores of its agent. */
  int epoch(int number) {
    return epochs[number];
  }

  void epoch(int number, int epoch) {
    epochs[number] = epoch;
  }

  int kind(int number) {
    return Byte.toUnsignedInt(kinds[number]);
  }

  void kind(int number, int kind) {
    kinds[number] = (byte) kind;
  }

  int flags(int number) {
    return Byte.toUnsignedInt(flags[number]);
  }

  void flags(int number, int marks) {
    flags[number] = (byte) marks;
  }

  /** Adds flags. */
  void mark(int number, int marks) {
    flags[number] |= (byte) marks;
  }

  /** The first of the NICs that it uses, by index. */
  int card(int number) {
    return Byte.toUnsignedInt(cards[number]);
  }

  void card(int number, int turn) {
    cards[number] = (byte) turn;
  }

  private void grow() {
    if (agents.length > Integer.MAX_VALUE / 2) {
      throw new OutOfMemoryError("more operations in flight than an array holds");
    }
    int capacity = 2 * agents.length;
    agents = Arrays.copyOf(agents, capacity);
    sources = Arrays.copyOf(sources, capacity);
    targets = Arrays.copyOf(targets, capacity);
    tags = Arrays.copyOf(tags, capacity);
    lanes = Arrays.copyOf(lanes, capacity);
    queues = Arrays.copyOf(queues, capacity);
    nexts = Arrays.copyOf(nexts, capacity);
    epochs = Arrays.copyOf(epochs, capacity);
    bytes = Arrays.copyOf(bytes, capacity);
    tails = Arrays.copyOf(tails, capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    flags = Arrays.copyOf(flags, capacity);
    cards = Arrays.copyOf(cards, capacity);
  }
}
