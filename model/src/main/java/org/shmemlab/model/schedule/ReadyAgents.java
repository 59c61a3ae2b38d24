package org.shmemlab.model.schedule;

/** Queues agent numbers; any position can be taken. */
final class ReadyAgents {
  private int[] ring = new int[16];
  private int head;
  private int size;

  int size() {
    return size;
  }

  void add(int agent) {
    if (size == ring.length) {
      int[] larger = new int[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = ring[(head + i) & (size - 1)];
      }
      ring = larger;
      head = 0;
    }
    ring[(head + size++) & (ring.length - 1)] = agent;
  }

  /** Takes the agent at a position; the one at the head moves there. */
  int take(int position) {
    int mask = ring.length - 1;
    int at = (head + position) & mask;
    int agent = ring[at];
    ring[at] = ring[head];
    head = (head + 1) & mask;
    size--;
    return agent;
  }
}
