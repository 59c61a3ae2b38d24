package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * Holds the answer of one column about one test.
 *
 * @param asked of the outcomes, those that fulfil the test's condition
 * @param finding the first thing that is wrong; empty where nothing is, or where nothing was
 *     checked
 * @param meaning of the outcome that the test asks for
 */
public record MatrixEntry(
    Outcomes outcomes,
    ImmutableSortedSet<String> asked,
    Optional<Finding> finding,
    Meaning meaning) {
  /** Says whether the outcome that a test asks for is possible. */
  public enum Meaning {
    /** It cannot be, or was not seen. */
    NEVER("-", "the outcome asked for does not appear"),
    /** It can be, or was seen. */
    APPEARS("+", "the outcome asked for appears"),
    /** The test is undefined. */
    UNDEFINED("!", "undefined: there is a conflict, so any outcome is allowed"),
    /** Some execution does not end. */
    HANGS("~", "some execution does not end"),
    /** The transport does not take the test. */
    REFUSED("/", "the transport does not take the program"),
    /** Not everything was explored. */
    UNKNOWN("?", "not everything was explored"),
    /** Nothing ran. */
    NOT_RUN(".", "not run");

    private final String sign;
    private final String words;

    Meaning(String sign, String words) {
      this.sign = sign;
      this.words = words;
    }

    /** One character. */
    public String sign() {
      return sign;
    }

    /** The sign in words. */
    public String words() {
      return words;
    }
  }

  /** An exploration, with the verdict that follows from it. */
  static MatrixEntry of(Exploration explored, List<Outcome> outcomes, Optional<Verdict> verdict) {
    ImmutableSortedSet.Builder<String> values = ImmutableSortedSet.naturalOrder();
    outcomes.forEach(outcome -> values.add(outcome.values()));
    if (explored.hangs()) {
      values.add(Outcomes.HANGS);
    }
    boolean failed = explored.findings().stream().anyMatch(Finding.Failure.class::isInstance);
    Meaning meaning =
        failed
            ? Meaning.REFUSED
            : verdict
                .map(known ->
                    switch (known) {
                      case UNDEFINED -> Meaning.UNDEFINED;
                      case DEADLOCK -> Meaning.HANGS;
                      case ALLOWED -> Meaning.APPEARS;
                      case FORBIDDEN -> Meaning.NEVER;
                    })
                .orElse(Meaning.UNKNOWN);
    return new MatrixEntry(
        new Outcomes(values.build(), explored.undefined(), explored.complete() && !failed),
        outcomes.stream()
            .filter(Outcome::witness)
            .map(Outcome::values)
            .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder())),
        explored.findings().stream().findFirst(),
        meaning);
  }

  /** Whether there is nothing to compare. */
  boolean isEmpty() {
    return meaning == Meaning.REFUSED || meaning == Meaning.NOT_RUN;
  }
}
