package org.shmemlab.scenarios.observed;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * One test: what was seen beside what the specification allows.
 *
 * @param observed all that was seen of it, in any run
 * @param answer what the specification says, under the profile of the library
 */
public record Compared(ImmutableList<Observed> observed, LitmusAnswer answer) {
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
   * What was seen although the specification, which calls the test defined, does not allow it;
   * "timeout" where waits did not end although they must.
   */
  public ImmutableSet<String> notAllowed() {
    Verdict verdict = verdict().orElse(Verdict.UNDEFINED);
    if (verdict == Verdict.UNDEFINED) {
      return ImmutableSet.of();
    }
    ImmutableSet<String> allowed =
        answer.outcomes().stream().map(Outcome::values).collect(ImmutableSet.toImmutableSet());
    ImmutableSet.Builder<String> found = ImmutableSet.builder();
    for (Observed one : observed) {
      one.outcomes().stream()
          .map(Observed.Count::values)
          .filter(values -> !allowed.contains(values))
          .forEach(found::add);
      if (one.lost() > 0) {
        found.add("more outcomes than could be told apart");
      }
      if (one.timeouts() > 0 && verdict != Verdict.DEADLOCK) {
        found.add("timeout");
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
