package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict.Judged;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.conformance.programs.Difference.Kind;

/** Gives a third opinion on programs that the axioms can do: {@link StraightLine}. */
final class Axioms {
  private static final Pattern PRINTED = Pattern.compile("\\d+\\.(\\d+): (-?\\d+)");
  private static final Pattern ASKED = Pattern.compile(":o(\\d+)=(-?\\d+);");

  private Axioms() {}

  /** The verdict of the axioms about a program; empty where they cannot do it. */
  static Optional<Judged> of(WholeProgram program) {
    return StraightLine.of(program)
        .map(litmus -> new AxiomaticChecker(program.profile()).check(Subject.of(litmus)))
        .filter(Judged.class::isInstance)
        .map(Judged.class::cast);
  }

  /** The difference of the answer of an engine that saw every order. */
  static Optional<Difference> difference(Judged axioms, EngineAnswer engine) {
    if (engine.fails()) {
      return Optional.empty(); // the axioms have no calls that fail
    }
    boolean same =
        axioms.undefined()
            ? engine.undefined()
            : !engine.undefined()
                && axioms.deadlock() == engine.hangs()
                && numbers(axioms.outcomes(), ASKED, asked -> ~asked)
                    .equals(numbers(engine.outcomes(), PRINTED, printed -> printed));
    return same
        ? Optional.empty()
        : Optional.of(
            new Difference(
                Kind.AXIOMS, "the engines", "axioms: " + axioms + "\nengines: " + engine));
  }

  // The printed values, by their numbers, in whatever order they stand there.
  private static ImmutableSortedSet<String> numbers(
      ImmutableSortedSet<String> outcomes, Pattern pattern, LongUnaryOperator meant) {
    return outcomes.stream()
        .map(outcome ->
            new TreeSet<>(
                    pattern
                        .matcher(outcome)
                        .results()
                        .map(one ->
                            one.group(1) + "=" + meant.applyAsLong(Long.parseLong(one.group(2))))
                        .toList())
                .toString())
        .collect(ImmutableSortedSet.toImmutableSortedSet(java.util.Comparator.naturalOrder()));
  }
}
