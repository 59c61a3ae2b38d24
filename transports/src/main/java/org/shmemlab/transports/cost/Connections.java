package org.shmemlab.transports.cost;

import java.util.Arrays;

/**
 * The queue pairs in use, opened when they are first used: when each can take its next request, and
 * how many requests it holds.
 */
final class Connections {
  private static final int FIRST_SLOTS = 1 << 10;

  private final Fleet fleet;
  private final QueuePairs shape;
  private final int[] sending; // open queue pairs for each card
  private final int[] receiving;
  private long[] keys = new long[FIRST_SLOTS];
  private int[] slots = new int[FIRST_SLOTS]; // queue pair + 1, or 0
  private int count;
  private long[] freeAt = new long[FIRST_SLOTS];
  private int[] inBatch = new int[FIRST_SLOTS];
  private int[] held = new int[FIRST_SLOTS];

  Connections(Fleet fleet) {
    this.fleet = fleet;
    this.shape = fleet.remote().queues();
    this.sending = new int[fleet.nics()];
    this.receiving = new int[fleet.nics()];
  }

  /** The queue pair that a PE's request to a target takes; {@code choice} picks among several. */
  int between(int source, int target, int choice) {
    int peer = shape.perPeer() ? target + 1 : 0;
    long key = ((long) source * (fleet.pes() + 1L) + peer) * shape.count() + choice % shape.count();
    int at = slot(key);
    if (slots[at] != 0) {
      return slots[at] - 1;
    }
    if (2 * count >= slots.length) {
      rehash();
      at = slot(key);
    }
    keys[at] = key;
    slots[at] = ++count;
    if (count > freeAt.length) {
      freeAt = Arrays.copyOf(freeAt, 2 * freeAt.length);
      inBatch = Arrays.copyOf(inBatch, freeAt.length);
      held = Arrays.copyOf(held, freeAt.length);
    }
    sending[fleet.nic(source)]++;
    if (shape.perPeer()) {
      receiving[fleet.nic(target)]++;
    }
    return count - 1;
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

  private int slot(long key) {
    int mask = slots.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (slots[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void rehash() {
    long[] oldKeys = keys;
    int[] oldSlots = slots;
    keys = new long[2 * oldKeys.length];
    slots = new int[2 * oldSlots.length];
    for (int i = 0; i < oldSlots.length; i++) {
      if (oldSlots[i] != 0) {
        int at = slot(oldKeys[i]);
        keys[at] = oldKeys[i];
        slots[at] = oldSlots[i];
      }
    }
  }
}
