package org.shmemlab.scenarios.observed;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * One test: its observed outcomes next to those that the specification and the implementation
 * allow.
 *
 * @param observed all that was seen of it, in any run
 * @param answer the specification's answer, under the profile of the library
 * @param shown the outcomes under the rules of the transport; empty where there are none for the
 *     library
 */
public record Compared(
    ImmutableList<Observed> observed, LitmusAnswer answer, Optional<TransportAnswer> shown) {
  private static final String TIMEOUT = "timeout";
  private static final String LOST = "more outcomes than could be counted apart";

  /** The name of the test. */
  public String name() {
    return observed.get(0).program().test().name();
  }

  /** The verdict of the specification; empty where it could not be explored. */
  public Optional<Verdict> verdict() {
    return answer.verdict();
  }

  /** Instances of all runs. */
  public long instances() {
    return observed.stream().mapToLong(Observed::instances).sum();
  }

  /** Instances that ended as the test asks. */
  public long witnesses() {
    return observed.stream()
        .flatMap(one -> one.outcomes().stream())
        .filter(Observed.Count::witness)
        .mapToLong(Observed.Count::count)
        .sum();
  }

  /** Instances in which a wait did not end. */
  public long timeouts() {
    return observed.stream().mapToLong(Observed::timeouts).sum();
  }

  /**
   * The observed outcomes that the specification, which calls the test defined, forbids; "timeout"
   * where waits did not end although they must.
   */
  public ImmutableSet<String> forbidden() {
    Verdict verdict = verdict().orElse(Verdict.UNDEFINED);
    return verdict == Verdict.UNDEFINED
        ? ImmutableSet.of()
        : outside(answer.outcomes(), verdict == Verdict.DEADLOCK);
  }

  /**
   * The observed outcomes that nothing accounts for: neither the rules of the transport nor, where
   * there are none or they could not be explored to the end, the specification.
   */
  public ImmutableSet<String> unexplained() {
    if (shown.isEmpty() || !shown.get().exploration().complete()) {
      return forbidden();
    }
    Exploration exploration = shown.get().exploration();
    boolean hangs = exploration.hangs();
    return outside(shown.get().outcomes(), hangs);
  }

  private ImmutableSet<String> outside(List<Outcome> outcomes, boolean hangs) {
    ImmutableSet<String> allowed =
        outcomes.stream().map(Outcome::values).collect(ImmutableSet.toImmutableSet());
    ImmutableSet.Builder<String> found = ImmutableSet.builder();
    for (Observed one : observed) {
      one.outcomes().stream()
          .map(Observed.Count::values)
          .filter(values -> !allowed.contains(values))
          .forEach(found::add);
      if (one.lost() > 0) {
        found.add(LOST);
      }
      if (one.timeouts() > 0 && !hangs) {
        found.add(TIMEOUT);
      }
    }
    return found.build();
  }

  /** Different outcomes that were seen. */
  public long seen() {
    return observed.stream()
        .flatMap(one -> one.outcomes().stream())
        .map(Observed.Count::values)
        .distinct()
        .count();
  }
}
