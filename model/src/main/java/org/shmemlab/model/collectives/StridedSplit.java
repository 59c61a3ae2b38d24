package org.shmemlab.model.collectives;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.job.Team;

/** The members of a new team as a call names them (OpenSHMEM 1.6, shmem_team_split_strided). */
record StridedSplit(long start, long stride, long size) {
  static StridedSplit of(Arrival arrival) {
    return new StridedSplit(arrival.argument(1), arrival.argument(2), arrival.argument(3));
  }

  /** Whether it names PEs that the parent has not, which makes no team. */
  boolean isOutside(Team parent) {
    long last = start + (size - 1) * stride;
    return (stride == 0 && size > 1)
        || start < 0
        || start >= parent.size()
        || size < 1
        || last < 0
        || last >= parent.size();
  }

  /** Whether a member of the parent is one of the new team. */
  boolean has(int index) {
    long distance = index - start;
    return size == 1
        ? distance == 0
        : distance % stride == 0 && distance / stride >= 0 && distance / stride < size;
  }

  /**
   * Whether calls that do not name the same team name teams without common members, and each is
   * named by all of its members. The specification wants the same of all; a library that computes a
   * team from the caller's own arguments makes all of them at once.
   */
  static boolean areDisjoint(Team parent, List<Arrival> arrivals) {
    Map<Integer, StridedSplit> splits = new HashMap<>();
    for (Arrival arrival : arrivals) {
      StridedSplit split = of(arrival);
      if (split.isOutside(parent)) {
        return false;
      }
      splits.put(parent.indexOf(arrival.pe()), split);
    }
    return splits.values().stream()
        .allMatch(split ->
            LongStream.range(0, split.size)
                .allMatch(i -> split.equals(splits.get((int) (split.start + i * split.stride)))));
  }
}
