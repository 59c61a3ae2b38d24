package org.shmemlab.transports.cost.stations;

/**
 * Serves customers one after another, in order of arrival: a port, a NIC, a proxy, an atomic unit.
 * A customer that finds the server busy waits for it; because service times are known on arrival,
 * so is the time at which service will begin, and no wakeup is needed (Lindley's recursion).
 *
 * <p>All times are picoseconds. Arrivals at one station must come in order of time.
 */
final class Stations {
  private final long[] freeAt;
  private final long[] busySince; // when it last stopped standing idle
  private final long[] busy;
  private final int[] inBatch;

  Stations(int count) {
    this.freeAt = new long[count];
    this.busySince = new long[count];
    this.busy = new long[count];
    this.inBatch = new int[count];
  }

  /** Serves a customer; gives the time at which service begins. It ends {@code service} later. */
  long begin(int station, long arrival, long service) {
    long start = Math.max(arrival, freeAt[station]);
    if (start > freeAt[station]) {
      busySince[station] = start;
    }
    freeAt[station] = start + service;
    busy[station] += service;
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
    boolean begins = arrival >= freeAt[station] || inBatch[station] >= batch;
    inBatch[station] = begins ? 1 : inBatch[station] + 1;
    return end(station, arrival, begins ? first : next);
  }

  /** Counts the time of a customer that is served concurrently with the others. */
  void count(int station, long service) {
    busy[station] += service;
  }

  /** The one of {@code count} stations from {@code first} on that is free first. */
  int freest(int first, int count) {
    int best = first;
    for (int i = first + 1; i < first + count; i++) {
      if (freeAt[i] < freeAt[best]) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Time spent serving until some time, picoseconds: customers that have arrived and are served
   * only later do not count.
   */
  long busy(int station, long until) {
    long later = Math.max(0, freeAt[station] - Math.max(until, busySince[station]));
    return Math.clamp(busy[station] - later, 0, until);
  }
}
