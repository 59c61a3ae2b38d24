package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Multimaps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict.Judged;
import org.shmemlab.conformance.programs.Difference.Kind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.CudaC;

/**
 * Asks every engine about a program, and holds the answers against each other.
 *
 * @param difference what does not hold; empty if all does, as far as the engines came
 * @param complete whether every engine saw every order
 * @param undefined whether there is a conflict
 * @param hangs whether an execution hangs
 * @param byAxioms whether the axioms judged it, too
 */
public record Examination(
    Optional<Difference> difference,
    boolean complete,
    boolean undefined,
    boolean hangs,
    boolean byAxioms) {
  /** How often an engine may go on; nearly all programs need a hundredth of it. */
  private static final long LOOKS = 4_000;

  private static final int EXECUTIONS = 12;

  /** The source of a program, compiled. */
  private interface Compiler {
    CudaC.Compiled compile(Spelling spelling);
  }

  /** Examines a program. */
  public static Examination of(WholeProgram program) {
    return of(program, spelling -> CudaC.compile(program.file(spelling)));
  }

  /** Examines programs, in their order: to compile some together takes less than one by one. */
  public static ImmutableList<Examination> of(List<WholeProgram> programs) {
    Map<WholeProgram, Examination> made = new HashMap<>();
    Multimaps.index(programs, WholeProgram::language)
        .asMap()
        .forEach((language, some) ->
            examine(new ProgramsInOne(language, ImmutableList.copyOf(some)), made));
    return programs.stream()
        .map(program -> Objects.requireNonNull(made.get(program)))
        .collect(ImmutableList.toImmutableList());
  }

  private static void examine(ProgramsInOne several, Map<WholeProgram, Examination> made) {
    Program compiled = CudaC.compile(several.file()).program();
    for (int i = 0; i < several.programs().size(); i++) {
      WholeProgram program = several.programs().get(i);
      int number = i;
      Examination examination =
          compiled == null
              ? of(program)
              : of(
                  program,
                  spelling ->
                      new CudaC.Compiled(
                          compiled.startingIn(ProgramsInOne.main(number, spelling)),
                          ImmutableList.of()));
      made.put(program, examination);
    }
  }

  private static Examination of(WholeProgram program, Compiler compiler) {
    try {
      return examine(program, compiler);
    } catch (RuntimeException | StackOverflowError broken) {
      StackTraceElement[] trace = broken.getStackTrace();
      String where = trace.length == 0 ? "" : " at " + trace[0];
      return new Examination(
          Optional.of(new Difference(Kind.BROKEN, "the checker", broken + where)),
          false,
          false,
          false,
          false);
    }
  }

  private static Examination examine(WholeProgram program, Compiler compiler) {
    CudaC.Compiled library = compiler.compile(Spelling.LIBRARY);
    if (library.program() == null) {
      return refused(library);
    }
    EngineQueries asking =
        new EngineQueries(library.program(), program.pes(), program.profile(), LOOKS);
    EngineAnswer states = asking.all(Engine.STATES);
    EngineAnswer classes = asking.all(Engine.DPOR);
    EngineAnswer random = asking.random(1, EXECUTIONS);
    boolean complete = states.complete() && classes.complete();
    Optional<Difference> difference = AnswerComparison.ofEngines(states, classes, random);
    Optional<Judged> axioms = Optional.empty();
    if (difference.isEmpty() && complete) {
      axioms = Axioms.of(program);
      difference = axioms.flatMap(judged -> Axioms.difference(judged, states));
    }
    if (difference.isEmpty()
        && complete
        && !states.undefined()
        && program.hasHandwork()
        && comparable(program)) {
      CudaC.Compiled byHand = compiler.compile(Spelling.BY_HAND);
      if (byHand.program() == null) {
        return refused(byHand);
      }
      EngineQueries handwork =
          new EngineQueries(byHand.program(), program.pes(), program.profile(), LOOKS);
      difference =
          AnswerComparison.byHand(
              states, handwork.all(Engine.STATES), program.handworkKeepsOrders());
    }
    return new Examination(
        difference, complete, states.undefined(), states.hangs(), axioms.isPresent());
  }

  // Where a quiet covers what other agents have issued, it is enough to wait for them, as a shuffle
  // does; by hand no agent waits.
  private static boolean comparable(WholeProgram program) {
    return program.handworkKeepsOrders()
        || !new Specification(program.profile()).capabilities().quietCoversOthers();
  }

  private static Examination refused(CudaC.Compiled compiled) {
    return new Examination(
        Optional.of(
            new Difference(Kind.NOT_COMPILED, "the front-end", compiled.diagnostics().toString())),
        false,
        false,
        false,
        false);
  }
}
