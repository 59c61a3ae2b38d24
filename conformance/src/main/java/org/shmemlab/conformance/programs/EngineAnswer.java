package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access.Use;

/**
 * Holds the answer of an engine about a program.
 *
 * @param complete whether it saw every order
 * @param conflicts the data races; with one the program is undefined, and its other results mean
 *     little
 * @param failures the lines of each failure
 * @param hangs whether some execution does not end
 * @param outcomes the outputs of executions that end
 */
record EngineAnswer(
    boolean complete,
    ImmutableSet<Race> conflicts,
    ImmutableSet<ImmutableSortedSet<SourceLine>> failures,
    boolean hangs,
    ImmutableSortedSet<String> outcomes) {

  /**
   * A data race.
   *
   * @param endsLife whether one of its accesses ends the life of an object
   */
  record Race(FindingIdentity identity, boolean endsLife) {
    static Race of(Finding finding) {
      return new Race(
          finding.identity(),
          finding.accesses().stream().anyMatch(access -> access.use() == Use.FREE));
    }

    @Override
    public String toString() {
      return identity.lines() + " " + identity.what();
    }
  }

  static EngineAnswer of(Exploration exploration) {
    return of(exploration.complete(), exploration.findings(), exploration.outcomes().keySet());
  }

  static EngineAnswer of(
      boolean complete, Collection<Finding> findings, Collection<String> outcomes) {
    ImmutableSet.Builder<Race> conflicts = ImmutableSet.builder();
    ImmutableSet.Builder<ImmutableSortedSet<SourceLine>> failures = ImmutableSet.builder();
    boolean hangs = false;
    for (Finding finding : findings) {
      switch (finding) {
        case Finding.DataRace _ -> conflicts.add(Race.of(finding));
        case Finding.Failure failure -> failures.add(lines(failure));
        default -> hangs = true;
      }
    }
    return new EngineAnswer(
        complete, conflicts.build(), failures.build(), hangs, ImmutableSortedSet.copyOf(outcomes));
  }

  // The second of two calls that do not match reports it: it is one mistake, of both lines.
  private static ImmutableSortedSet<SourceLine> lines(Finding.Failure failure) {
    return Stream.concat(Stream.of(failure.line()), lines(failure.failure().reason().arguments()))
        .map(EngineAnswer::whole)
        .collect(ImmutableSortedSet.toImmutableSortedSet(SourceLine::compareTo));
  }

  private static Stream<SourceLine> lines(List<Object> arguments) {
    return arguments.stream()
        .flatMap(argument ->
            switch (argument) {
              case SourceLine line -> Stream.of(line);
              case FailureReason other -> lines(other.arguments());
              default -> Stream.empty();
            });
  }

  private static SourceLine whole(SourceLine line) {
    return new SourceLine(line.file(), line.line());
  }

  /** The same with a hang. */
  EngineAnswer hanging() {
    return new EngineAnswer(complete, conflicts, failures, true, outcomes);
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
            !conflict.endsLife
                || conflict.identity.lines().stream()
                    .noneMatch(
                        line -> other.failures.contains(ImmutableSortedSet.of(whole(line)))));
  }

  boolean fails() {
    return !failures.isEmpty();
  }

  /** Whether every execution ends, and none fails, whatever races. */
  boolean endsWell() {
    return !hangs && !fails();
  }

  /** Whether it has the hangs and failures of another answer. */
  boolean hasFindingsOf(EngineAnswer other) {
    return (hangs || !other.hangs) && failures.containsAll(other.failures);
  }

  /** Whether it says nothing at all: no end, and nothing that would keep one from coming. */
  boolean saysNothing() {
    return complete && conflicts.isEmpty() && endsWell() && outcomes.isEmpty();
  }

  @Override
  public String toString() {
    return undefined()
        ? "undefined " + conflicts
        : "%soutcomes %s, failures at %s%s"
            .formatted(complete ? "" : "in part ", outcomes, failures, hangs ? ", hangs" : "");
  }
}
