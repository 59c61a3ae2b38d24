package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Sets;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.conformance.programs.Difference.Kind;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.scenarios.CudaC;

/**
 * Asks every engine about a program, and holds the answers against each other.
 *
 * @param states what the engine of all states says; null where the program was not compiled
 * @param difference what does not hold; empty if all does, or if an engine had too little time
 * @param complete whether every engine saw every order
 */
public record Examination(
    Optional<Difference> difference, boolean complete, boolean undefined, boolean hangs) {
  /** How often an engine may go on; nearly all programs need a hundredth of it. */
  private static final long LOOKS = 4_000;

  private static final int EXECUTIONS = 12; public static final long[] T=new long[3];

  /** Examines a program. */
  public static Examination of(WholeProgram program) {
    try {
      return examine(program);
    } catch (RuntimeException | StackOverflowError broken) {
      StackTraceElement[] trace = broken.getStackTrace();
      String where = trace.length == 0 ? "" : " at " + trace[0];
      return new Examination(
          Optional.of(new Difference(Kind.BROKEN, broken + where)), false, false, false);
    }
  }

  private static Examination examine(WholeProgram program) {
    CudaC.Compiled compiled = CudaC.compile(program.file(Spelling.LIBRARY));
    if (compiled.program() == null) {
      return refused(compiled);
    }
    Asking asking = new Asking(compiled.program(), program.pes(), program.profile(), LOOKS);
    long t0=System.nanoTime();
    Answer states = asking.all(Engine.STATES);
    long t1=System.nanoTime();
    Answer classes = asking.all(Engine.DPOR);
    long t2=System.nanoTime();
    Answer random = asking.random(1, EXECUTIONS);
    long t3=System.nanoTime();
    T[0]+=t1-t0;T[1]+=t2-t1;T[2]+=t3-t2; if(t3-t0>300000000L) System.out.println("  "+(t1-t0)/1000000+" "+(t2-t1)/1000000+" "+(t3-t2)/1000000+" "+states.complete()+" "+classes.complete());
    boolean complete = states.complete() && classes.complete();
    Optional<Difference> difference = engines(states, classes, random);
    if (difference.isEmpty() && complete && program.hasHandwork()) {
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
        Optional.of(new Difference(Kind.NOT_COMPILED, compiled.diagnostics().toString())),
        false,
        false,
        false);
  }

  // ---------------------------------------------------------------- what must hold

  private static Optional<Difference> engines(Answer states, Answer classes, Answer random) {
    String text = "states: " + states + "\ndpor:   " + classes + "\nrandom: " + random;
    boolean anybody = states.undefined() || classes.undefined() || random.undefined();
    if (anybody) {
      boolean missed =
          (states.complete() && !states.undefined()) || (classes.complete() && !classes.undefined());
      return missed ? Optional.of(new Difference(Kind.CONFLICT, text)) : Optional.empty();
    }
    if (states.saysNothing() || classes.saysNothing()) {
      return Optional.of(new Difference(Kind.NOTHING, text));
    }
    if (random.hangs()
        && ((states.complete() && !states.hangs()) || (classes.complete() && !classes.hangs()))) {
      return Optional.of(new Difference(Kind.ENDLESS, text));
    }
    if (missing(states, classes.wrong(), states.wrong())
        || missing(classes, states.wrong(), classes.wrong())
        || missing(states, random.wrong(), states.wrong())
        || missing(classes, random.wrong(), classes.wrong())) {
      return Optional.of(new Difference(Kind.FINDING, text));
    }
    if (missing(states, classes.outcomes(), states.outcomes())
        || missing(classes, states.outcomes(), classes.outcomes())
        || missing(states, random.outcomes(), states.outcomes())
        || missing(classes, random.outcomes(), classes.outcomes())) {
      return Optional.of(new Difference(Kind.OUTCOME, text));
    }
    return Optional.empty();
  }

  // Whether somebody saw what an engine did not see that saw every order.
  private static boolean missing(
      Answer engine, Set<String> seen, ImmutableSortedSet<String> byEngine) {
    return engine.complete() && !byEngine.containsAll(seen);
  }

  private static Optional<Difference> byHand(WholeProgram program, Answer library, Answer byHand) {
    String text = "library: " + library + "\nby hand: " + byHand;
    if (library.undefined()) {
      return Optional.empty();
    }
    if (byHand.undefined()) {
      return Optional.of(new Difference(Kind.CONFLICT_BY_HAND, text));
    }
    Set<String> more = Sets.difference(byHand.outcomes(), library.outcomes());
    return program.handworkKeepsOrders() && !more.isEmpty()
        ? Optional.of(new Difference(Kind.OUTCOME_BY_HAND, text + "\nmissing: " + more))
        : Optional.empty();
  }
}
