package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.step.Access.Use;

/**
 * Holds the answer of an engine about a program.
 *
 * @param complete whether it saw every order
 * @param conflicts pairs of accesses that nothing orders; the program is then undefined, and its
 *     other results mean little
 * @param wrong other findings: hangs and failures, by what and where
 * @param outcomes what executions end in
 */
record EngineAnswer(
    boolean complete,
    ImmutableSortedSet<String> conflicts,
    ImmutableSortedSet<String> wrong,
    ImmutableSortedSet<String> outcomes) {

  private static final String FAILURE = "failure at ";

  private static final Pattern LINE = Pattern.compile("[\\w.]+:\\d+");

  static EngineAnswer of(Exploration exploration) {
    return of(exploration.complete(), exploration.findings(), exploration.outcomes().keySet());
  }

  static EngineAnswer of(
      boolean complete, Collection<Finding> findings, Collection<String> outcomes) {
    TreeSet<String> conflicts = new TreeSet<>();
    TreeSet<String> wrong = new TreeSet<>();
    for (Finding finding : findings) {
      switch (finding) {
        case Finding.Undefined _ -> conflicts.add(finding.identity().toString());
        case Finding.Failure _ -> wrong.add(failure(lines(finding.identity().toString())));
        default -> wrong.add("hang");
      }
    }
    return new EngineAnswer(
        complete,
        ImmutableSortedSet.copyOf(conflicts),
        ImmutableSortedSet.copyOf(wrong),
        ImmutableSortedSet.copyOf(outcomes));
  }

  private static String failure(Set<String> lines) {
    return FAILURE + lines;
  }

  // The second of two calls that do not match reports it: it is one mistake, of both lines.
  private static Set<String> lines(String place) {
    return LINE.matcher(place)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The same with a hang. */
  EngineAnswer hanging() {
    return new EngineAnswer(
        complete,
        conflicts,
        ImmutableSortedSet.<String>naturalOrder().addAll(wrong).add("hang").build(),
        outcomes);
  }

  boolean undefined() {
    return !conflicts.isEmpty();
  }

  /**
   * Whether it has a conflict that another answer does not report as a failure: an agent uses an
   * object whose end is not ordered after the use, and where the end is first, the use fails.
   */
  boolean undefinedApartFrom(EngineAnswer other) {
    return conflicts.stream()
        .anyMatch(conflict ->
            !conflict.contains(Use.FREE.name())
                || lines(conflict).stream()
                    .noneMatch(line -> other.wrong.contains(failure(Set.of(line)))));
  }

  boolean fails() {
    return wrong.stream().anyMatch(what -> what.startsWith(FAILURE));
  }

  boolean hangs() {
    return wrong.contains("hang");
  }

  /** Whether it says nothing at all: no end, and nothing that would keep one from coming. */
  boolean saysNothing() {
    return complete && conflicts.isEmpty() && wrong.isEmpty() && outcomes.isEmpty();
  }

  @Override
  public String toString() {
    return undefined()
        ? "undefined " + conflicts
        : (complete ? "" : "in part ") + "outcomes " + outcomes + ", wrong " + wrong;
  }
}
