package org.shmemlab.transports.cost.stations;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/** Finds the busiest of many stations. */
final class BusiestStation {
  private record Busy(long busyPs, int order, String name) {}

  private static final Comparator<Busy> LEAST_FIRST =
      Comparator.comparingLong(Busy::busyPs)
          .thenComparing(Comparator.comparingInt(Busy::order).reversed());

  private final int most;
  private final long until;
  private final PriorityQueue<Busy> busiest = new PriorityQueue<>(LEAST_FIRST);
  private int order;

  /**
   * A search.
   *
   * @param most how many of them are wanted
   * @param until when serving ends to count, picoseconds
   */
  BusiestStation(int most, long until) {
    this.most = most;
    this.until = until;
  }

  /** Considers so many stations; the first of equals stays. */
  void add(Stations stations, int count, IntFunction<String> name) {
    for (int i = 0; i < count; i++) {
      long busy = stations.busy(i, until);
      boolean among = busiest.size() < most || busy > busiest.element().busyPs();
      if (busy > 0 && among) {
        busiest.add(new Busy(busy, order, name.apply(i)));
        if (busiest.size() > most) {
          busiest.remove();
        }
      }
      order++;
    }
  }

  ImmutableList<Load> list() {
    return busiest.stream()
        .sorted(LEAST_FIRST.reversed())
        .map(busy -> new Load(busy.name(), busy.busyPs()))
        .collect(ImmutableList.toImmutableList());
  }
}
