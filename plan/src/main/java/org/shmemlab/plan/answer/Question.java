package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.PlanGrid;

/**
 * Holds the question of a plan.
 *
 * @param slo that the answer has to meet, or null
 * @param prices of an hour of one GPU by platform; under the empty name that of all others
 * @param samples draws of the numbers of each machine
 */
public record Question(
    PlanGrid grid,
    Objective goal,
    @Nullable Slo slo,
    ImmutableMap<String, Double> prices,
    int samples) {

  /** The price of an hour of one GPU of a platform, or null. */
  @Nullable Double price(String platform) {
    Double own = prices.get(platform);
    return own != null ? own : prices.get("");
  }
}
