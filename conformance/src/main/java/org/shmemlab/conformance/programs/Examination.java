package org.shmemlab.conformance.programs;

import java.util.Optional;
import org.shmemlab.conformance.programs.Difference.Kind;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.scenarios.CudaC;

/**
 * Asks every engine about a program, and holds the answers against each other.
 *
 * @param difference what does not hold; empty if all does, as far as the engines came
 * @param complete whether every engine saw every order
 * @param undefined whether there is a conflict
 * @param hangs whether an execution hangs
 */
public record Examination(
    Optional<Difference> difference, boolean complete, boolean undefined, boolean hangs) {
  /** How often an engine may go on; nearly all programs need a hundredth of it. */
  private static final long LOOKS = 4_000;

  private static final int EXECUTIONS = 8;

  /** Examines a program. */
  public static Examination of(WholeProgram program) {
    try {
      return examine(program);
    } catch (RuntimeException | StackOverflowError broken) {
      StackTraceElement[] trace = broken.getStackTrace();
      String where = trace.length == 0 ? "" : " at " + trace[0];
      return new Examination(
          Optional.of(new Difference(Kind.BROKEN, "the checker", broken + where)), false, false, false);
    }
  }

  private static Examination examine(WholeProgram program) {
    CudaC.Compiled compiled = CudaC.compile(program.file(Spelling.LIBRARY));
    if (compiled.program() == null) {
      return refused(compiled);
    }
    Asking asking = new Asking(compiled.program(), program.pes(), program.profile(), LOOKS);
    Answer states = asking.all(Engine.STATES);
    Answer classes = asking.all(Engine.DPOR);
    Answer random = asking.random(1, EXECUTIONS);
    boolean complete = states.complete() && classes.complete();
    Optional<Difference> difference = engines(states, classes, random);
    if (difference.isEmpty() && complete && !states.undefined() && program.hasHandwork()) {
      CudaC.Compiled byHand = CudaC.compile(program.file(Spelling.BY_HAND));
      if (byHand.program() == null) {
        return refused(byHand);
      }
      Asking handwork = new Asking(byHand.program(), program.pes(), program.profile(), LOOKS);
      difference = byHand(program, states, handwork.all(Engine.STATES));
    }
    return new Examination(difference, complete, states.undefined(), states.hangs());
  }

  private static Examination refused(CudaC.Compiled compiled) {
    return new Examination(
        Optional.of(new Difference(
                Kind.NOT_COMPILED, "the front-end", compiled.diagnostics().toString())),
        false,
        false,
        false);
  }

  // ---------------------------------------------------------------- what must hold

  private static Optional<Difference> engines(Answer states, Answer classes, Answer random) {
    String text = "states: " + states + "\ndpor:   " + classes + "\nrandom: " + random;
    return first(
        engine("states", states, classes, random, text),
        engine("dpor", classes, states, random, text));
  }

  // What an engine that saw every order misses of what the others saw.
  private static Optional<Difference> engine(
      String name, Answer engine, Answer other, Answer random, String text) {
    if (!engine.complete() || engine.undefined()) {
      return Optional.empty();
    }
    Optional<Kind> kind = Optional.empty();
    if (other.undefined() || random.undefined()) {
      kind = Optional.of(engine.wrong().isEmpty() ? Kind.CONFLICT : Kind.CONFLICT_TOO);
    } else if (engine.saysNothing()) {
      kind = Optional.of(Kind.NOTHING);
    } else if (random.hangs() && !engine.hangs()) {
      kind = Optional.of(Kind.ENDLESS);
    } else if (!engine.wrong().containsAll(other.wrong())
        || !engine.wrong().containsAll(random.wrong())) {
      kind = Optional.of(Kind.FINDING);
    } else if (!engine.outcomes().containsAll(other.outcomes())
        || !engine.outcomes().containsAll(random.outcomes())) {
      kind = Optional.of(Kind.OUTCOME);
    }
    return kind.map(missed -> new Difference(missed, name, text));
  }

  private static Optional<Difference> byHand(WholeProgram program, Answer library, Answer byHand) {
    String text = "library: " + library + "\nby hand: " + byHand;
    String calls = program.handworkKeepsOrders() ? "library calls" : "meetings of threads";
    if (byHand.undefined()) {
      return Optional.of(new Difference(Kind.CONFLICT_BY_HAND, calls, text));
    }
    boolean less =
        !library.outcomes().containsAll(byHand.outcomes())
            || (byHand.hangs() && !library.hangs());
    return program.handworkKeepsOrders() && less
        ? Optional.of(new Difference(Kind.OUTCOME_BY_HAND, calls, text))
        : Optional.empty();
  }

  private static Optional<Difference> first(
      Optional<Difference> one, Optional<Difference> other) {
    return one.isPresent() ? one : other;
  }
}
