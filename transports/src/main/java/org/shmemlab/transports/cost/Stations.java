package org.shmemlab.transports.cost;

/**
 * Servers that take one customer after another, in order of arrival: a port, a network card, a
 * proxy, an atomic unit. A customer that finds the server busy waits for it; because service times
 * are known on arrival, so is the time at which service will begin, and nobody has to be woken for
 * it (Lindley's recursion).
 *
 * <p>All times are picoseconds. Arrivals at one station must come in order of time.
 */
final class Stations {
  // What is known of a station lies together, in one line of the processor's cache.
  private static final int WORDS = 4;
  private static final int FREE_AT = 0;
  private static final int BUSY_SINCE = 1; // when it last stopped standing idle
  private static final int BUSY = 2;
  private static final int IN_BATCH = 3;

  private final long[] words;

  Stations(int count) {
    this.words = new long[Math.multiplyExact(count, WORDS)];
  }

  /** Serves a customer; gives the time at which service begins. It ends {@code service} later. */
  long begin(int station, long arrival, long service) {
    int at = station * WORDS;
    long start = Math.max(arrival, words[at + FREE_AT]);
    if (start > words[at + FREE_AT]) {
      words[at + BUSY_SINCE] = start;
    }
    words[at + FREE_AT] = start + service;
    words[at + BUSY] += service;
    return start;
  }

  /** Serves a customer; gives the time at which service ends. */
  long end(int station, long arrival, long service) {
    return begin(station, arrival, service) + service;
  }

  /**
   * Serves a customer whose service costs {@code first} where it begins a batch, because the
   * station stood idle or the batch is full, and {@code next} otherwise; gives the end of service.
   */
  long endInBatch(int station, long arrival, long first, long next, int batch) {
    int at = station * WORDS;
    boolean begins = arrival >= words[at + FREE_AT] || words[at + IN_BATCH] >= batch;
    words[at + IN_BATCH] = begins ? 1 : words[at + IN_BATCH] + 1;
    return end(station, arrival, begins ? first : next);
  }

  /** Counts the time of a customer who is served beside the others. */
  void count(int station, long service) {
    words[station * WORDS + BUSY] += service;
  }

  /** The one of {@code count} stations from {@code first} on that is free first. */
  int freest(int first, int count) {
    int best = first;
    for (int i = first + 1; i < first + count; i++) {
      if (words[i * WORDS + FREE_AT] < words[best * WORDS + FREE_AT]) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Time spent serving until some time, picoseconds: customers who have come and are served only
   * later do not count.
   */
  long busy(int station, long until) {
    int at = station * WORDS;
    long later = Math.max(0, words[at + FREE_AT] - Math.max(until, words[at + BUSY_SINCE]));
    return Math.clamp(words[at + BUSY] - later, 0, until);
  }
}
