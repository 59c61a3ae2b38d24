package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.shmemlab.conformance.inclusion.MatrixEntry.Meaning;
import org.shmemlab.scenarios.observed.Observed;

/**
 * Counts the outcomes of all runs of a test on real GPUs together.
 *
 * @param counts instances of each outcome
 * @param asked those outcomes that fulfil the test's condition
 * @param timeouts instances in which a wait did not end
 */
public record ObservedOutcomes(
    ImmutableSortedMap<String, Long> counts, ImmutableSortedSet<String> asked, long timeouts) {
  static ObservedOutcomes of(List<Observed> runs) {
    ImmutableSortedMap.Builder<String, Long> counts = ImmutableSortedMap.naturalOrder();
    runs.stream()
        .flatMap(run -> run.outcomes().stream())
        .map(Observed.Count::values)
        .distinct()
        .forEach(values -> counts.put(values, count(runs, values)));
    return new ObservedOutcomes(
        counts.buildOrThrow(),
        runs.stream()
            .flatMap(run -> run.outcomes().stream())
            .filter(Observed.Count::witness)
            .map(Observed.Count::values)
            .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder())),
        runs.stream().mapToLong(Observed::timeouts).sum());
  }

  private static long count(List<Observed> runs, String values) {
    return runs.stream()
        .flatMap(run -> run.outcomes().stream())
        .filter(outcome -> outcome.values().equals(values))
        .mapToLong(Observed.Count::count)
        .sum();
  }

  MatrixEntry entry() {
    ImmutableSortedSet.Builder<String> values = ImmutableSortedSet.naturalOrder();
    values.addAll(counts.keySet());
    if (timeouts > 0) {
      values.add(Outcomes.HANGS);
    }
    Meaning meaning =
        !asked.isEmpty()
            ? Meaning.APPEARS
            : timeouts > 0 ? Meaning.HANGS : counts.isEmpty() ? Meaning.NOT_RUN : Meaning.NEVER;
    return new MatrixEntry(
        new Outcomes(values.build(), false, true), asked, Optional.empty(), meaning);
  }
}
