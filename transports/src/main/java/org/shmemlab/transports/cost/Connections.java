package org.shmemlab.transports.cost;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The queue pairs in use, opened when they are first used: when each can take its next request, and
 * how many requests it holds.
 */
final class Connections {
  private static final int LINE = 8; // entries of a table in a line of the processor's cache
  private static final int FIRST_SLOTS = LINE;
  private static final int FIRST_QUEUES = 1 << 10;

  private final Fleet fleet;
  private final QueuePairs shape;
  private final int[] sending; // open queue pairs for each card
  private final int[] receiving;

  // What each PE has open, as a hash table of its own: choice and peer above, queue pair + 1 below.
  // PEs act in turns, so one's few entries lie together where one table of all would scatter them.
  private final long[] @Nullable [] tables;
  private final int[] open; // entries of each table
  private final int[] turns; // of each PE, where queue pairs are taken in turns
  private int count;
  private long[] freeAt = new long[FIRST_QUEUES];
  private int[] inBatch = new int[FIRST_QUEUES];
  private int[] held = new int[FIRST_QUEUES];
  private byte[] card = new byte[FIRST_QUEUES]; // by its turn

  Connections(Fleet fleet) {
    this.fleet = fleet;
    this.shape = fleet.remote().queues();
    this.sending = new int[fleet.nics()];
    this.receiving = new int[fleet.nics()];
    boolean used =
        fleet.routes().useNetwork()
            && fleet.remote().initiator() == PathParameters.Initiator.QUEUE_PAIRS;
    if (used && (long) fleet.pes() * shape.count() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          shape.count() + " queue pairs for each of " + fleet.pes() + " peers are too many");
    }
    this.tables = new long[used ? fleet.pes() : 0][];
    this.open = new int[tables.length];
    this.turns = new int[shape.choice() == QueuePairs.Choice.NEXT ? tables.length : 0];
  }

  /**
   * The queue pair that a PE's request to a target takes, which {@code lane} decides or the turn.
   */
  int between(int source, int target, int lane) {
    int choice = shape.choice() == QueuePairs.Choice.NEXT ? turns[source]++ : lane;
    int number = Math.floorMod(choice, shape.count());
    int key = shape.perPeer() ? number * fleet.pes() + target : number;
    long[] table = tables[source];
    if (table == null) {
      table = new long[FIRST_SLOTS];
      tables[source] = table;
    }
    int at = slot(table, key);
    if (table[at] != 0) {
      return (int) table[at] - 1;
    }
    if (4 * ++open[source] > 3 * table.length) {
      table = grown(table);
      tables[source] = table;
      at = slot(table, key);
    }
    table[at] = (long) key << Integer.SIZE | ++count;
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

  /** The card of a queue pair, by its turn among those of its PE: it never leaves it. */
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

  /** The time at which the card learns of a request that is written now. */
  long post(int queue, long now) {
    long start = Math.max(now, freeAt[queue]);
    boolean rings = now >= freeAt[queue] || inBatch[queue] >= shape.batch();
    inBatch[queue] = rings ? 1 : inBatch[queue] + 1;
    long seen = start + (rings ? shape.doorbellPs() : 0);
    freeAt[queue] = seen + shape.gapPs();
    return seen;
  }

  /** Queue pairs over which a card both sends and receives. */
  int duplex(int nic) {
    return Math.min(sending[nic], receiving[nic]);
  }

  // Where a key is, or could be. Neighbours share a line: most PEs call one peer after the other.
  private static int slot(long[] table, int key) {
    int mask = table.length - 1;
    int line = (int) (((key / LINE) * 0x9E3779B97F4A7C15L) >>> Integer.SIZE);
    int at = ((line * LINE) | (key % LINE)) & mask;
    while (table[at] != 0 && (int) (table[at] >>> Integer.SIZE) != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long[] grown(long[] old) {
    long[] table = new long[2 * old.length];
    for (long entry : old) {
      if (entry != 0) {
        table[slot(table, (int) (entry >>> Integer.SIZE))] = entry;
      }
    }
    return table;
  }
}
