package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.PlanGrid;

/**
 * Holds the question of a plan.
 *
 * @param asked goal of the user; null for the most results of each size
 * @param slo that the answer has to meet, or null
 * @param budget most money for an hour of all GPUs of a point, or null
 * @param prices of an hour of one GPU by platform; under the empty name that of all others
 * @param samples draws of the numbers of each machine
 */
public record Question(
    PlanGrid grid,
    @Nullable Objective asked,
    @Nullable Slo slo,
    @Nullable Double budget,
    ImmutableMap<String, Double> prices,
    int samples) {

  /** The quantity by which points are compared. */
  public Objective goal() {
    return asked == null ? Objective.TIME : asked;
  }

  /**
   * Whether one point of all sizes is the best. Without a goal or a limit of the user there is one
   * for each size: more GPUs nearly always have more results.
   */
  public boolean comparesSizes() {
    return asked != null || slo != null || budget != null;
  }

  /** Whether a point is within the limits. */
  boolean admits(PointResult result) {
    Double hourly = result.hourly();
    return (slo == null || slo.holds(result))
        && (budget == null || (hourly != null && hourly <= budget));
  }

  /** The price of an hour of one GPU of a platform, or null. */
  @Nullable Double price(String platform) {
    Double own = prices.get(platform);
    return own != null ? own : prices.get("");
  }
}
