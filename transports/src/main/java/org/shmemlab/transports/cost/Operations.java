package org.shmemlab.transports.cost;

import java.util.Arrays;

/** The operations in flight: a number for each, given again once it is over. */
final class Operations {
  static final int NONE = -1;

  // All that is known of an operation lies together: in columns, each would be a miss of the cache.
  private static final int WORDS = 6;
  private static final int FROM = 0; // agent above, its PE below
  private static final int TO = 1; // target above, tag below
  private static final int BYTES = 2;
  private static final int TAIL = 3;
  private static final int PLACE = 4; // queue pair above, next in line below
  private static final int SORT = 5; // lane above; card, kind and flags below
  private static final int CARD_SHIFT = 16;
  private static final int KIND_SHIFT = 8;
  private static final int BYTE = 0xFF;
  private static final long LOW = 0xFFFF_FFFFL;

  private long[] words = new long[64 * WORDS];
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
   * @param flags eight bits
   */
  int add(int agent, int source, int target, int tag, int lane, long bytes, int kind, int flags) {
    live++;
    int number = free;
    if (number == NONE) {
      number = top++;
      if (number == words.length / WORDS) {
        grow();
      }
    } else {
      free = number == last ? NONE : next(number);
    }
    int at = number * WORDS;
    words[at + FROM] = pair(agent, source);
    words[at + TO] = pair(target, tag);
    words[at + BYTES] = bytes;
    words[at + TAIL] = 0;
    words[at + PLACE] = pair(NONE, NONE);
    words[at + SORT] = pair(lane, (kind & BYTE) << KIND_SHIFT | (flags & BYTE));
    return number;
  }

  void remove(int number) {
    live--;
    if (free == NONE) {
      free = number;
    } else {
      next(last, number);
    }
    last = number;
  }

  int live() {
    return live;
  }

  int agent(int number) {
    return high(number, FROM);
  }

  int source(int number) {
    return low(number, FROM);
  }

  int target(int number) {
    return high(number, TO);
  }

  int tag(int number) {
    return low(number, TO);
  }

  int lane(int number) {
    return high(number, SORT);
  }

  long bytes(int number) {
    return words[number * WORDS + BYTES];
  }

  void bytes(int number, long bytes) {
    words[number * WORDS + BYTES] = bytes;
  }

  /** When the last byte reaches the next port. */
  long tail(int number) {
    return words[number * WORDS + TAIL];
  }

  void tail(int number, long time) {
    words[number * WORDS + TAIL] = time;
  }

  /** Queue pair, or {@link #NONE}. */
  int queue(int number) {
    return high(number, PLACE);
  }

  void queue(int number, int queue) {
    words[number * WORDS + PLACE] = pair(queue, next(number));
  }

  /** The next one in the line in which it waits, or in that of free numbers. */
  int next(int number) {
    return low(number, PLACE);
  }

  void next(int number, int next) {
    words[number * WORDS + PLACE] = pair(queue(number), next);
  }

  int kind(int number) {
    return (low(number, SORT) >> KIND_SHIFT) & BYTE;
  }

  void kind(int number, int kind) {
    replace(number, KIND_SHIFT, kind);
  }

  int flags(int number) {
    return low(number, SORT) & BYTE;
  }

  void flags(int number, int flags) {
    replace(number, 0, flags);
  }

  /** Adds flags. */
  void mark(int number, int flags) {
    words[number * WORDS + SORT] |= flags & BYTE;
  }

  /** The first of the cards that it uses, by its turn. */
  int card(int number) {
    return (low(number, SORT) >> CARD_SHIFT) & BYTE;
  }

  void card(int number, int turn) {
    replace(number, CARD_SHIFT, turn);
  }

  private void replace(int number, int shift, int value) {
    int at = number * WORDS + SORT;
    words[at] = (words[at] & ~((long) BYTE << shift)) | (long) (value & BYTE) << shift;
  }

  private int high(int number, int word) {
    return (int) (words[number * WORDS + word] >> Integer.SIZE);
  }

  private int low(int number, int word) {
    return (int) words[number * WORDS + word];
  }

  private static long pair(int high, int low) {
    return (long) high << Integer.SIZE | (low & LOW);
  }

  private void grow() {
    if (words.length > Integer.MAX_VALUE / 2) {
      throw new OutOfMemoryError("more operations in flight than one array holds");
    }
    words = Arrays.copyOf(words, 2 * words.length);
  }
}
