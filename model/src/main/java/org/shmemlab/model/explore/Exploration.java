package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.TreeMap;
import org.shmemlab.model.job.ProgramFailure;

/**
 * Holds the results of an exploration.
 *
 * @param outcomes final observations with how often each was seen: final states of the explorer,
 *     schedules of random walks
 * @param findings findings, each kind and place once, in the order in which they were found
 * @param states distinct states seen by the explorer, states passed by executions and random walks
 * @param bound the reason why the exploration ended
 * @param executions those of a stateless search; {@link Executions#NONE} of other engines
 */
public record Exploration(
    ImmutableSortedMap<String, Integer> outcomes,
    ImmutableList<Finding> findings,
    long states,
    Bound bound,
    Executions executions) {

  /**
   * The executions of a stateless search.
   *
   * @param explored how many were run, to their end or not
   * @param redundant how many of these were sleep-set blocked: given up where all that is enabled
   *     was explored in another execution
   */
  public record Executions(long explored, long redundant) {
    /** Of an engine that has none. */
    public static final Executions NONE = new Executions(0, 0);
  }

  /** The results of an engine that runs no executions. */
  public Exploration(
      ImmutableSortedMap<String, Integer> outcomes,
      ImmutableList<Finding> findings,
      long states,
      Bound bound) {
    this(outcomes, findings, states, bound, Executions.NONE);
  }

  /** An unknown answer is no finding: it is a bound of the exploration. */
  public Exploration {
    ImmutableList<ProgramFailure> unknown =
        findings.stream()
            .filter(Exploration::isUnknown)
            .map(finding -> ((Finding.Failure) finding).failure())
            .collect(ImmutableList.toImmutableList());
    if (!unknown.isEmpty()) {
      findings =
          findings.stream()
              .filter(finding -> !isUnknown(finding))
              .collect(ImmutableList.toImmutableList());
      bound = new Bound.Unknown(bound, unknown);
    }
  }

  /** The same exploration with other findings. */
  public Exploration withFindings(ImmutableList<Finding> others) {
    return new Exploration(outcomes, others, states, bound, executions);
  }

  /** The same exploration by so many executions. */
  public Exploration by(Executions run) {
    return new Exploration(outcomes, findings, states, bound, run);
  }

  /** Whether it says only that something is not known. */
  public static boolean isUnknown(Finding finding) {
    return finding instanceof Finding.Failure failed && failed.failure().isUnknown();
  }

  /** How far an exploration went. */
  public sealed interface Bound {
    /** The search was exhaustive. */
    record Complete() implements Bound {}

    /**
     * The budget was spent.
     *
     * @param unit the unit of the budget: "states" or "executions"
     */
    record Budget(long count, String unit) implements Bound {}

    /**
     * Every execution was explored in which no agent has more failed tests.
     *
     * @param most failed tests of one agent: tests, and volatile loads that return the same value
     *     again
     */
    record FailedTests(int most) implements Bound {}

    /**
     * Some schedules were run, which never are all orders.
     *
     * @param count how many
     * @param cut how many of them were given up because they would not end
     */
    record Schedules(long count, long cut) implements Bound {}

    /**
     * As much was done as was allowed, and then some schedules were run.
     *
     * @param searched where the search of all orders ended
     * @param count how many schedules
     * @param cut how many of them were given up because they would not end
     */
    record Beyond(Bound searched, long count, long cut) implements Bound {}

    /**
     * Some executions reach a part of the program that is not modelled, and end there.
     *
     * @param searched the bound of the others
     * @param reached where, each place once
     */
    record Unknown(Bound searched, ImmutableList<ProgramFailure> reached) implements Bound {}

    /** The caller asked to stop. */
    record Stopped() implements Bound {}

    /** The same, where agents were kept from more failed tests. */
    default Bound upTo(int failedTests) {
      return this instanceof Complete ? new FailedTests(failedTests) : this;
    }
  }

  /** These schedules, which were run when a search of all orders had ended early. */
  public Exploration after(Exploration searched) {
    TreeMap<String, Integer> all = new TreeMap<>(searched.outcomes());
    outcomes.forEach((outcome, times) -> all.merge(outcome, times, Integer::sum));
    return new Exploration(
        ImmutableSortedMap.copyOf(all),
        findings,
        searched.states() + states,
        bound instanceof Bound.Schedules run
            ? new Bound.Beyond(searched.bound(), run.count(), run.cut())
            : bound,
        searched.executions());
  }

  /** Whether the search was exhaustive. */
  public boolean complete() {
    return bound instanceof Bound.Complete;
  }

  /** Whether some order never ends: a deadlock or a livelock. */
  public boolean hangs() {
    return findings.stream()
        .anyMatch(
            finding -> finding instanceof Finding.Deadlock || finding instanceof Finding.Livelock);
  }

  /** Whether some order has no defined result. */
  public boolean undefined() {
    return findings.stream().anyMatch(Finding.DataRace.class::isInstance);
  }
}
