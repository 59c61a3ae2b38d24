package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.shmemlab.labs.grading.Grade.Result;
import org.shmemlab.labs.grading.Grade.State;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Mistake;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** Grades answers to labs. */
public final class Grading {
  private final GradingLimits limits;
  private final Optional<Drawing> drawing;

  /**
   * @param drawing how schedules of findings are drawn; empty for no pictures
   */
  public Grading(GradingLimits limits, Optional<Drawing> drawing) {
    this.limits = limits;
    this.drawing = drawing;
  }

  /** Grades an answer. */
  public Grade grade(Lab lab, SourceFile source) {
    return grade(lab, source, _ -> true);
  }

  /** Grades an answer by a few runs of it and its calls: other criteria stay open. */
  public Grade quick(Lab lab, SourceFile source) {
    return grade(
        lab, source, test -> test instanceof Criterion.Runs || test instanceof Criterion.Uses);
  }

  private Grade grade(Lab lab, SourceFile source, Predicate<Criterion.Test> looked) {
    StudentProgram answer = new StudentProgram(source);
    Set<String> met = new HashSet<>();
    ImmutableList.Builder<Result> results = ImmutableList.builder();
    for (Criterion criterion : lab.criteria()) {
      if (!met.containsAll(criterion.needs()) || !looked.test(criterion.test())) {
        results.add(result(criterion, State.OPEN, "", ImmutableList.of()));
        continue;
      }
      TestOutcome outcome = test(lab, criterion, answer);
      ImmutableList<Trouble> troubles = recognised(lab, criterion, outcome.troubles(), answer);
      State state = state(troubles);
      if (state != State.MISSED) {
        met.add(criterion.name());
      }
      results.add(result(criterion, state, outcome.seen(), troubles));
    }
    return new Grade(lab.name(), lab.title(), results.build());
  }

  private static State state(ImmutableList<Trouble> troubles) {
    if (troubles.isEmpty()) {
      return State.MET;
    }
    boolean one = troubles.stream().allMatch(trouble -> trouble.facts().oneDocument());
    return one ? State.ONE_DOCUMENT : State.MISSED;
  }

  /** The grade of an answer that cannot be looked at: no points, and the reason. */
  public static Grade none(Lab lab, String kind, String reason) {
    ImmutableList.Builder<Result> results = ImmutableList.builder();
    for (Criterion criterion : lab.criteria()) {
      boolean first = criterion.equals(lab.criteria().get(0));
      results.add(
          result(
              criterion,
              first ? State.MISSED : State.OPEN,
              "",
              first ? ImmutableList.of(Trouble.of(kind, reason)) : ImmutableList.of()));
    }
    return new Grade(lab.name(), lab.title(), results.build());
  }

  private static Result result(
      Criterion criterion, State state, String seen, ImmutableList<Trouble> troubles) {
    return new Result(
        criterion.name(), criterion.says(), criterion.points(), state, seen, troubles);
  }

  private TestOutcome test(Lab lab, Criterion criterion, StudentProgram answer) {
    ImmutableMap<String, String> define = criterion.start().define();
    SourceFile source = answer.source(define);
    if (source.bytes().length > limits.sourceBytes()) {
      return TestOutcome.of(
          "",
          Trouble.of(
              "source", "the source is larger than " + (limits.sourceBytes() >> 10) + " KiB"));
    }
    CudaC.Compiled compiled = answer.compiled(define);
    Program program = compiled.program();
    if (program == null) {
      ImmutableList.Builder<Trouble> wrong = ImmutableList.builder();
      compiled.diagnostics().stream()
          .filter(diagnostic -> diagnostic.severity() == Diagnostic.Severity.ERROR)
          .map(diagnostic -> Trouble.of("source", diagnostic.toString()))
          .forEach(wrong::add);
      return new TestOutcome("", wrong.build());
    }
    return switch (criterion.test()) {
      case Criterion.Runs runs -> new Runs(limits).test(program, runs);
      case Criterion.Orders orders ->
          new Orders(
                  limits,
                  drawing,
                  trouble -> isAdvised(lab, criterion, answer.calls(define), trouble))
              .test(source, program, orders);
      case Criterion.Fast fast -> new TimingCriterion(limits).test(program, fast);
      case Criterion.Predicts predicts -> new TimingCriterion(limits).test(program, predicts);
      case Criterion.Uses uses -> uses(uses, program, source.path());
    };
  }

  /** Whether a mistake that this may be advises a call, so that it has to help. */
  private static boolean isAdvised(
      Lab lab, Criterion criterion, List<String> calls, Trouble trouble) {
    return lab.mistakes().stream()
        .map(Mistake::when)
        .anyMatch(
            when -> when.advises() != null && fits(when, calls) && fits(when, criterion, trouble));
  }

  private static TestOutcome uses(Criterion.Uses uses, Program program, String file) {
    ImmutableMap<String, SourceLine> calls = CallInventory.of(program, file);
    ImmutableList.Builder<Trouble> troubles = ImmutableList.builder();
    for (String word : uses.required()) {
      if (!calls.containsKey(word)) {
        troubles.add(
            Trouble.of("missing call", "the program has no call of the kind '" + word + "'"));
      }
    }
    for (String word : uses.forbidden()) {
      SourceLine line = calls.get(word);
      if (line != null) {
        troubles.add(
            Trouble.of(
                "forbidden call",
                line + ": a call of the kind '" + word + "', which this task does without"));
      }
    }
    return new TestOutcome("", troubles.build());
  }

  /** The troubles in the order of the lab's mistakes, each mistake explained once. */
  private static ImmutableList<Trouble> recognised(
      Lab lab, Criterion criterion, List<Trouble> troubles, StudentProgram answer) {
    List<String> calls = answer.calls(criterion.start().define());
    List<Trouble> left = new ArrayList<>(troubles);
    ImmutableList.Builder<Trouble> explained = ImmutableList.builder();
    Set<String> said = new HashSet<>();
    for (Mistake mistake : lab.mistakes()) {
      Mistake.When when = mistake.when();
      if (fits(when, calls)) {
        for (Trouble trouble : troubles) {
          if (fits(when, criterion, trouble) && helps(when, trouble) && left.remove(trouble)) {
            explained.add(trouble.saying(said.add(mistake.say()) ? mistake.say() : ""));
          }
        }
      }
    }
    return explained.addAll(left).build();
  }

  private static boolean helps(Mistake.When when, Trouble trouble) {
    return when.advises() == null || trouble.facts().mends().contains(when.advises());
  }

  private static boolean fits(Mistake.When when, List<String> calls) {
    return calls.containsAll(when.calls())
        && when.without().stream().noneMatch(calls::contains)
        && CallsAround.hasInOrder(calls, when.inOrder());
  }

  private static boolean fits(Mistake.When when, Criterion criterion, Trouble trouble) {
    TroubleFacts facts = trouble.facts();
    return (when.criterion() == null || when.criterion().equals(criterion.name()))
        && (when.kind() == null || when.kind().equals(trouble.kind()))
        && (when.accesses() == null || when.accesses().equals(facts.accesses()))
        && (when.rule() == null || when.rule().equals(facts.rule()))
        && facts.names().containsAll(when.names())
        && (when.printed() == null || when.printed().equals(facts.printed()))
        && facts.waits().containsAll(when.waits())
        && !facts.oneDocument()
        && facts.place().fits(when.place());
  }
}
