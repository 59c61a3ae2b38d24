package org.shmemlab.conformance.programs;

import java.util.Optional;
import org.shmemlab.conformance.programs.Difference.Kind;

/** Compares several answers to one program. */
final class AnswerComparison {
  private AnswerComparison() {}

  /**
   * The first disagreement of the engines.
   *
   * @param states by all states
   * @param classes by one execution of each class
   * @param random by vector clocks of some executions; an engine that saw every order saw all of
   *     that
   */
  static Optional<Difference> ofEngines(
      EngineAnswer states, EngineAnswer classes, EngineAnswer random) {
    String text = "states: " + states + "\ndpor:   " + classes + "\nrandom: " + random;
    return first(
        engine("states", states, classes, random, text),
        engine("dpor", classes, states, random, text));
  }

  // A finding or outcome of another engine that one misses although it saw every order.
  private static Optional<Difference> engine(
      String name, EngineAnswer engine, EngineAnswer other, EngineAnswer random, String text) {
    if (!engine.complete() || engine.undefined()) {
      return Optional.empty();
    }
    Optional<Kind> kind = Optional.empty();
    if (other.undefinedApartFrom(engine) || random.undefinedApartFrom(engine)) {
      kind = Optional.of(engine.endsWell() ? Kind.CONFLICT : Kind.CONFLICT_TOO);
    } else if (engine.saysNothing()) {
      kind = Optional.of(Kind.NOTHING);
    } else if (random.hangs() && !engine.hangs()) {
      kind = Optional.of(Kind.ENDLESS);
    } else if (!engine.hasFindingsOf(other) || !engine.hasFindingsOf(random)) {
      kind = Optional.of(Kind.FINDING);
    } else if (!engine.outcomes().containsAll(other.outcomes())
        || !engine.outcomes().containsAll(random.outcomes())) {
      kind = Optional.of(Kind.OUTCOME);
    }
    return kind.map(missed -> new Difference(missed, name, text));
  }

  /**
   * An outcome or finding of the program by hand that the library's calls do not allow. The program
   * by hand has no conflict that the library's has not; where it has no conflict, it ends in
   * nothing else.
   *
   * @param ordersToo whether agents run in no more orders by hand
   */
  static Optional<Difference> byHand(EngineAnswer library, EngineAnswer byHand, boolean ordersToo) {
    if (library.undefined() || library.fails() || (!library.endsWell() && !ordersToo)) {
      return Optional.empty(); // an agent that fails, or waits for ever, takes no later step
    }
    String text = "library: " + library + "\nby hand: " + byHand;
    String calls = ordersToo ? "library calls" : "meetings of threads";
    if (byHand.undefined()) {
      return Optional.of(new Difference(Kind.CONFLICT_BY_HAND, calls, text));
    }
    boolean less =
        !library.outcomes().containsAll(byHand.outcomes()) || (byHand.hangs() && !library.hangs());
    return ordersToo && less
        ? Optional.of(new Difference(Kind.OUTCOME_BY_HAND, calls, text))
        : Optional.empty();
  }

  private static Optional<Difference> first(Optional<Difference> one, Optional<Difference> other) {
    return one.isPresent() ? one : other;
  }
}
