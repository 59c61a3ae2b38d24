package org.shmemlab.transports.cost.stations;

import java.util.Arrays;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.QueuePairs;

/**
 * Tracks the queue pairs in use, opened when they are first used: when each can take its next
 * request, and how many requests it holds.
 */
public final class Connections {
  private static final int LINE = 8; // entries of a table in a line of the processor's cache
  private static final int FIRST_SLOTS = LINE;
  private static final int MOST_SLOTS = Integer.MAX_VALUE - LINE; // of an array
  private static final int FIRST_QUEUES = 1 << 10;

  private final Fleet fleet;
  private final QueuePairs shape;
  private final int[] sending; // open queue pairs for each NIC
  private final int[] receiving;

  // The open connections of each PE, as a hash table of its own: choice and peer above, queue pair
  // + 1 below. PEs act one after another, so the few entries of one lie together where one table of
  // all would scatter them; and all tables lie in one array, whose order a garbage collector does
  // not change.
  private long[] slots = new long[0];
  private int end; // of the slots in use
  private final int[] first; // slot of each PE's table
  private final int[] size; // slots of each PE's table, a power of two, or 0 where it has none
  private final int[] open; // entries of each table
  private final int[] turns; // of each PE, where queue pairs are taken in rotation
  private int count;
  private long[] freeAt = new long[FIRST_QUEUES];
  private int[] inBatch = new int[FIRST_QUEUES];
  private int[] held = new int[FIRST_QUEUES];
  private byte[] card = new byte[FIRST_QUEUES]; // by its index among those of the PE

  public Connections(Fleet fleet) {
    this.fleet = fleet;
    this.shape = fleet.remote().queues();
    boolean used =
        fleet.routes().useNetwork()
            && fleet.remote().initiator() == PathParameters.Initiator.QUEUE_PAIRS;
    if (used && (long) fleet.pes() * shape.count() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          shape.count() + " queue pairs for each of " + fleet.pes() + " peers are too many");
    }
    this.sending = new int[used ? fleet.nics() : 0];
    this.receiving = new int[sending.length];
    int sources = used ? fleet.pes() : 0;
    this.first = new int[sources];
    this.size = new int[sources];
    this.open = new int[sources];
    this.turns = new int[shape.choice() == QueuePairs.Choice.NEXT ? sources : 0];
  }

  /** The queue pair that a PE's request to a target takes, by its {@code lane} or in rotation. */
  public int between(int source, int target, int lane) {
    int choice = shape.choice() == QueuePairs.Choice.NEXT ? turns[source]++ : lane;
    int number = Math.floorMod(choice, shape.count());
    int key = shape.perPeer() ? number * fleet.pes() + target : number;
    if (4 * open[source] >= 3 * size[source]) {
      grow(source);
    }
    int at = slot(source, key);
    if (slots[at] != 0) {
      return (int) slots[at] - 1;
    }
    open[source]++;
    slots[at] = (long) key << Integer.SIZE | ++count;
    if (count > freeAt.length) {
      freeAt = Arrays.copyOf(freeAt, 2 * freeAt.length);
      inBatch = Arrays.copyOf(inBatch, freeAt.length);
      held = Arrays.copyOf(held, freeAt.length);
      card = Arrays.copyOf(card, freeAt.length);
    }
    int turn = number % fleet.cards().each();
    card[count - 1] = (byte) turn;
    sending[fleet.nic(source, turn)]++;
    if (shape.perPeer()) {
      receiving[fleet.nic(target, turn)]++;
    }
    return count - 1;
  }

  /** The NIC of a queue pair, by its index among those of its PE: it never leaves it. */
  byte card(int queue) {
    return card[queue];
  }

  /** Takes a place for a request; false if all are taken. */
  boolean reserve(int queue) {
    if (held[queue] == shape.depth()) {
      return false;
    }
    held[queue]++;
    return true;
  }

  /** A request is acknowledged. */
  void release(int queue) {
    held[queue]--;
  }

  /** The time at which the NIC learns of a request that is written now. */
  long post(int queue, long now) {
    long start = Math.max(now, freeAt[queue]);
    boolean rings = now >= freeAt[queue] || inBatch[queue] >= shape.batch();
    inBatch[queue] = rings ? 1 : inBatch[queue] + 1;
    long seen = start + (rings ? shape.doorbellPs() : 0);
    freeAt[queue] = seen + shape.gapPs();
    return seen;
  }

  /** Queue pairs over which a NIC both sends and receives. */
  int duplex(int nic) {
    return sending.length == 0 ? 0 : Math.min(sending[nic], receiving[nic]);
  }

  // Where a key is, or could be. Neighbours share a line: most PEs call one peer after the other.
  private int slot(int source, int key) {
    int from = first[source];
    int mask = size[source] - 1;
    int line = (int) (((key / LINE) * 0x9E3779B97F4A7C15L) >>> Integer.SIZE);
    int at = ((line * LINE) | (key % LINE)) & mask;
    while (slots[from + at] != 0 && (int) (slots[from + at] >>> Integer.SIZE) != key) {
      at = (at + 1) & mask;
    }
    return from + at;
  }

  // Tables double, so the space that they give up is no more than the space that they take.
  private void grow(int source) {
    int old = first[source];
    int entries = size[source];
    int grown = entries == 0 ? FIRST_SLOTS : 2 * entries;
    if (entries > MOST_SLOTS / 2 || end > MOST_SLOTS - grown) {
      throw new OutOfMemoryError("more queue pairs than one array holds");
    }
    first[source] = end;
    size[source] = grown;
    end += grown;
    if (end > slots.length) {
      slots = Arrays.copyOf(slots, Math.clamp(2L * slots.length, end, MOST_SLOTS));
    }
    for (int at = old; at < old + entries; at++) {
      if (slots[at] != 0) {
        slots[slot(source, (int) (slots[at] >>> Integer.SIZE))] = slots[at];
      }
    }
  }
}
