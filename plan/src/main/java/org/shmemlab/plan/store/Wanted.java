package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;

/**
 * Lists wanted simulations, with the results that are known of them.
 *
 * @param keys of all of them, in the order in which they are wanted
 * @param known outcomes by key, to which others may be added; looked up only
 */
public record Wanted(ImmutableMap<Trial, String> keys, Map<String, TrialResult> known) {
  /**
   * Looks up what is known.
   *
   * @param revision of the code that computes them
   */
  public static Wanted of(List<Trial> trials, String revision, Store store) {
    Map<Trial, String> keys = new LinkedHashMap<>();
    trials.forEach(trial -> keys.computeIfAbsent(trial, one -> one.key(revision)));
    return new Wanted(ImmutableMap.copyOf(keys), store.known(keys.values()));
  }

  /** Those that are not known, one of each key. */
  public ImmutableMap<String, Trial> missing() {
    Map<String, Trial> missing = new LinkedHashMap<>();
    keys.forEach((trial, key) -> {
      if (!known.containsKey(key)) {
        missing.putIfAbsent(key, trial);
      }
    });
    return ImmutableMap.copyOf(missing);
  }

  /** How many are known. */
  int done() {
    return (int) keys.values().stream().filter(known::containsKey).count();
  }

  /** The outcome of each that is known. */
  public ImmutableMap<Trial, TrialResult> outcomes() {
    ImmutableMap.Builder<Trial, TrialResult> outcomes = ImmutableMap.builder();
    keys.forEach((trial, key) -> {
      TrialResult outcome = known.get(key);
      if (outcome != null) {
        outcomes.put(trial, outcome);
      }
    });
    return outcomes.buildOrThrow();
  }
}
