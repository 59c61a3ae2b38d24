package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many operations a station has at a time, those that it serves among them.
 *
 * @param number of the station
 * @param track its name
 * @param changes in order of time, at most one for each time
 */
public record QueueLength(
    Timeline.Group group, int number, String track, ImmutableList<Change> changes) {
  /** From a time on, picoseconds, there are so many. */
  public record Change(long time, int operations) {}

  private record Station(Timeline.Group group, int number, String track) {}

  /** Of every station of a timeline, in the order in which they first had something to do. */
  public static ImmutableList<QueueLength> of(Timeline timeline) {
    Map<Station, List<Change>> steps = new LinkedHashMap<>(); // by one up, by one down
    for (int i = 0; i < timeline.size(); i++) {
      Timeline.Slice slice = timeline.get(i);
      if (slice.group() != Timeline.Group.AGENTS && slice.from() < slice.to()) {
        List<Change> station =
            steps.computeIfAbsent(
                new Station(slice.group(), slice.number(), slice.track()), _ -> new ArrayList<>());
        station.add(new Change(slice.from(), 1));
        station.add(new Change(slice.to(), -1));
      }
    }
    ImmutableList.Builder<QueueLength> queues = ImmutableList.builder();
    steps.forEach((station, both) ->
        queues.add(new QueueLength(station.group, station.number, station.track, lengths(both))));
    return queues.build();
  }

  private static ImmutableList<Change> lengths(List<Change> steps) {
    steps.sort(Comparator.comparingLong(Change::time));
    ImmutableList.Builder<Change> lengths = ImmutableList.builder();
    int now = 0;
    for (int i = 0; i < steps.size(); i++) {
      now += steps.get(i).operations();
      if (i + 1 == steps.size() || steps.get(i + 1).time() > steps.get(i).time()) {
        lengths.add(new Change(steps.get(i).time(), now));
      }
    }
    return lengths.build();
  }
}
