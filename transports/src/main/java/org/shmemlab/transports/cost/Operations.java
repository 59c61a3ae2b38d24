package org.shmemlab.transports.cost;

import java.util.Arrays;

/** The operations in flight, as columns: a number for each, given again once it is over. */
final class Operations {
  static final int NONE = -1;

  int[] agent = new int[64];
  int[] source = new int[64];
  int[] target = new int[64];
  int[] tag = new int[64];
  int[] lane = new int[64]; // by which its queue pair is chosen
  int[] queue = new int[64]; // queue pair, or NONE
  int[] next = new int[64]; // in the line in which it waits, or in that of free numbers
  long[] bytes = new long[64];
  long[] tail = new long[64]; // when its last byte reaches the next port
  byte[] kind = new byte[64];
  byte[] flags = new byte[64];
  byte[] card = new byte[64]; // the first of those that it uses, by its turn

  private int top;
  private int free = NONE;
  private int live;

  int add() {
    live++;
    if (free != NONE) {
      int number = free;
      free = next[number];
      return number;
    }
    if (top == agent.length) {
      grow();
    }
    return top++;
  }

  void remove(int number) {
    live--;
    next[number] = free;
    free = number;
  }

  int live() {
    return live;
  }

  private void grow() {
    int size = 2 * top;
    agent = Arrays.copyOf(agent, size);
    source = Arrays.copyOf(source, size);
    target = Arrays.copyOf(target, size);
    tag = Arrays.copyOf(tag, size);
    lane = Arrays.copyOf(lane, size);
    queue = Arrays.copyOf(queue, size);
    next = Arrays.copyOf(next, size);
    bytes = Arrays.copyOf(bytes, size);
    tail = Arrays.copyOf(tail, size);
    kind = Arrays.copyOf(kind, size);
    flags = Arrays.copyOf(flags, size);
    card = Arrays.copyOf(card, size);
  }
}
