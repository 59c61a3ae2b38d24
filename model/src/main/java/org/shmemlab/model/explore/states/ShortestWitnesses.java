package org.shmemlab.model.explore.states;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.step.Access;

/**
 * Gives findings of other engines shortest schedules where they are near: breadth first, the first
 * path to a finding is a shortest one. How far it is was known before, so the search ends there at
 * the latest, or where it has cost too much.
 */
public final class ShortestWitnesses {
  /** Most states that a search keeps: about as many as a second shows. */
  private static final int MAX_STATES = 20_000;

  private final SearchSpace space;
  private final BooleanSupplier stop;

  public ShortestWitnesses(SearchSpace space, BooleanSupplier stop) {
    this.space = space;
    this.stop = stop;
  }

  /**
   * The same findings with shortest witnesses.
   *
   * @param otherwise the replacement for a finding that the search did not reach
   */
  public ImmutableList<Finding> of(
      Collection<Finding> findings, Function<Finding, Finding> otherwise) {
    if (findings.isEmpty()) {
      return ImmutableList.of();
    }
    Set<Object> open = new HashSet<>();
    findings.forEach(finding -> open.add(place(finding)));
    Explorer explorer =
        new Explorer(
            new SearchSpace(space.start(), space.conflicts(), _ -> ""),
            new SearchOptions(MAX_STATES, 0, stop));
    Exploration near =
        explorer.run(finding -> {
          open.remove(place(finding));
          return open.isEmpty();
        });
    Map<Object, Witness> found = new HashMap<>();
    near.findings().forEach(finding -> found.putIfAbsent(place(finding), finding.witness()));
    return findings.stream()
        .map(finding -> {
          Witness witness = found.get(place(finding));
          return witness == null ? otherwise.apply(finding) : finding.with(witness);
        })
        .collect(ImmutableList.toImmutableList());
  }

  // Which of two accesses comes first, executions and states may see differently.
  private static Object place(Finding finding) {
    return finding instanceof Finding.DataRace race
        ? ImmutableSet.of(side(race.conflict().first()), side(race.conflict().second()))
        : finding.identity();
  }

  private static Object side(Access access) {
    return ImmutableList.of(access.line(), access.use());
  }
}
