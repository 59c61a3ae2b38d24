package org.shmemlab.conformance.inclusion;

import static java.util.Comparator.comparing;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.util.List;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.observed.Observed;

/**
 * Holds every test of the catalogue in every column.
 *
 * @param rows by folder and name
 */
public record Matrix(ImmutableList<Row> rows) {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(100_000, () -> false);

  /** Explores every test. Results of a test that reads otherwise today are left out. */
  public static Matrix of(List<LitmusProgram> catalogue, HardwareResults results) {
    ImmutableListMultimap<String, Observed> seen = results.byTest();
    return new Matrix(
        catalogue.stream()
            .map(program ->
                Row.of(
                    program,
                    ObservedOutcomes.of(seen.get(program.test().source().sha256())),
                    LIMITS))
            .sorted(comparing(Row::folder).thenComparing(Row::name))
            .collect(ImmutableList.toImmutableList()));
  }
}
