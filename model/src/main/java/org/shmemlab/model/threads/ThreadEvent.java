package org.shmemlab.model.threads;

import com.google.common.collect.ImmutableList;

/**
 * Holds the rules of one event, in the order of the table.
 *
 * @param releases whether the accesses before it flow to the thread's later atomics
 * @param publishes whether they flow to these or to its own word, so that the thread's direct
 *     stores to peers have to be visible first
 * @param isOfThreads whether it orders accesses of threads, and not only those of bulk copies
 */
public record ThreadEvent(
    ImmutableList<ThreadRule> rules, boolean releases, boolean publishes, boolean isOfThreads) {
  /** One with these rules. */
  static ThreadEvent of(ImmutableList<ThreadRule> rules) {
    boolean releases = flows(rules, ClockName.BEFORE, ClockName.RELEASED);
    return new ThreadEvent(
        rules,
        releases,
        releases || flows(rules, ClockName.BEFORE, ClockName.WORD),
        rules.stream()
            .anyMatch(rule ->
                rule.to() != ClockName.ASYNC_SHARED && rule.to() != ClockName.ASYNC_GLOBAL));
  }

  private static boolean flows(ImmutableList<ThreadRule> rules, ClockName from, ClockName to) {
    return rules.stream().anyMatch(rule -> rule.from() == from && rule.to() == to);
  }

  /** Whether a clock flows into this one. */
  public boolean reaches(ClockName to) {
    return rules.stream().anyMatch(rule -> rule.to() == to);
  }
}
