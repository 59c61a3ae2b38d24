package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.shmemlab.plan.grid.Outcome;
import org.shmemlab.plan.grid.Trial;

/** Who computes simulations, or knows their outcomes already. */
@FunctionalInterface
public interface Simulations {
  /** The outcome of each, in the given order. */
  ImmutableMap<Trial, Outcome> run(List<Trial> trials);
}
