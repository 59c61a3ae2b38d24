package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Points that differ in nothing but the number of PEs, fewest first.
 *
 * @param results at least one
 */
public record Series(ImmutableList<PointResult> results) {
  /** All of a grid, in the order of their first points. */
  static ImmutableList<Series> of(List<PointResult> results) {
    List<List<PointResult>> groups = new ArrayList<>();
    for (PointResult result : results) {
      groups.stream()
          .filter(group -> group.getFirst().point().growsTo(result.point()))
          .findFirst()
          .orElseGet(() -> {
            List<PointResult> group = new ArrayList<>();
            groups.add(group);
            return group;
          })
          .add(result);
    }
    return groups.stream()
        .map(group ->
            new Series(
                ImmutableList.sortedCopyOf(
                    Comparator.comparingInt(one -> one.point().pes()), group)))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Where growing stops to pay: the first point from which on twice as many PEs bring less than one
   * and a half times as many results in a second; nothing where that does not happen.
   */
  public Optional<PointResult> knee() {
    for (int i = 0; i + 1 < results.size(); i++) {
      PointResult here = results.get(i);
      PointResult next = results.get(i + 1);
      double growth = Math.log((double) next.point().pes() / here.point().pes());
      double gain = Math.log(next.perSecond() / here.perSecond());
      if (gain < growth * Math.log(1.5) / Math.log(2)) {
        return Optional.of(here);
      }
    }
    return Optional.empty();
  }

  /** The common part of its points: "dgx-h100 over nvlink+ibgda, tokens=4096". */
  public String title() {
    String title = results.getFirst().point().title();
    return title.substring(title.indexOf(" PEs of ") + " PEs of ".length());
  }
}
