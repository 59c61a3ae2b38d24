package org.shmemlab.model.explore.execution;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.machine.Machine;

/** Collects the results of a search: outcomes of final states, and findings, each place once. */
public final class SearchResults {
  private final SearchSpace space;
  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<Object, Finding> findings = new LinkedHashMap<>();
  private boolean bounded;

  public SearchResults(SearchSpace space) {
    this.space = space;
  }

  /**
   * Keeps the first finding of a place.
   *
   * @param witnessed gives it a schedule; asked only where it is the first
   */
  public void find(Finding finding, UnaryOperator<Finding> witnessed) {
    if (!findings.containsKey(finding.identity())) {
      Finding kept = witnessed.apply(finding);
      findings.putIfAbsent(kept.identity(), kept);
    }
  }

  /**
   * No step is enabled in a state: it is final, or what is wrong there is a finding.
   *
   * @return its outcome, if it is final and no agent has failed
   */
  public Optional<String> end(Machine machine, UnaryOperator<Finding> witnessed) {
    Optional<Finding> wrong = Walk.wrongAtEnd(machine);
    wrong.ifPresent(finding -> find(finding, witnessed));
    if (wrong.isPresent() || machine.hasFailed()) {
      return Optional.empty();
    }
    String outcome = space.observe().apply(machine);
    outcomes.merge(outcome, 1, Integer::sum);
    return Optional.of(outcome);
  }

  /** The library may hold back all steps of a state, which goes on otherwise. */
  public void mayEnd(Machine machine, UnaryOperator<Finding> witnessed) {
    if (!machine.hasFailed()) {
      Walk.stuck(machine).ifPresent(finding -> find(finding, witnessed));
    }
  }

  /** Notes whether an agent was kept from a step because it has no failed test left. */
  public void noteBounded(boolean now) {
    bounded |= now;
  }

  /** The results of a search that ended so. */
  public Exploration exploration(long states, Bound end) {
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        ImmutableList.copyOf(findings.values()),
        states,
        bounded ? end.upTo(space.start().pollBudget()) : end);
  }

  /** The findings so far, in the order in which they were found. */
  public Collection<Finding> findings() {
    return Collections.unmodifiableCollection(findings.values());
  }
}
