package org.shmemlab.transports.cost.stations;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Counts the requests of one PE in flight, by the number of quiets of that PE that began before
 * each. A quiet ends with the last request that was issued before it, whichever agent issued it, as
 * it polls the queue pairs of its PE (docs/reference/nvshmem.md, section 3.4).
 */
final class Epochs {
  private int[] counts = new int[4]; // of each epoch, from the oldest whose quiet has not ended
  private int[] agents = new int[4]; // whose quiet ended the epoch
  private int first; // number of the oldest
  private int current;

  /** Counts a request; gives the number of its epoch. */
  int add() {
    counts[current - first]++;
    return current;
  }

  /** Whether no request is in flight. */
  boolean isEmpty() {
    return first == current && counts[0] == 0;
  }

  /** Begins the quiet of an agent while requests are in flight. */
  void quiet(int agent) {
    if (current - first + 1 == counts.length) {
      counts = Arrays.copyOf(counts, 2 * counts.length);
      agents = Arrays.copyOf(agents, 2 * agents.length);
    }
    agents[current - first] = agent;
    current++;
    counts[current - first] = 0;
  }

  /** A request of an epoch is complete: reports the agents whose quiets waited for nothing else. */
  void done(int epoch, IntConsumer ended) {
    counts[epoch - first]--;
    int over = 0;
    while (over < current - first && counts[over] == 0) {
      over++;
    }
    if (over == 0) {
      return;
    }
    int[] waited = Arrays.copyOf(agents, over);
    System.arraycopy(counts, over, counts, 0, current - first + 1 - over);
    System.arraycopy(agents, over, agents, 0, current - first - over);
    first += over;
    for (int agent : waited) {
      ended.accept(agent);
    }
  }
}
