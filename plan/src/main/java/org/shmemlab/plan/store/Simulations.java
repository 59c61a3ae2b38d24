package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;

/** Computes simulations, or looks up their results. */
@FunctionalInterface
public interface Simulations {
  /** The outcome of each, in the given order; of fewer where the time for them is over. */
  ImmutableMap<Trial, TrialResult> run(List<Trial> trials);
}
