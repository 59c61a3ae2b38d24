package org.shmemlab.reports.comparison;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.Observed;
import org.shmemlab.scenarios.observed.ProgramRun;
import org.shmemlab.scenarios.observed.ResultComparison;
import org.shmemlab.scenarios.observed.Results;
import org.shmemlab.scenarios.observed.Run;

/** Writes results of real machines next to the allowed outcomes, as JSON and as tables. */
public final class ComparisonRows {
  private ComparisonRows() {}

  private record Whole(
      List<Run> runs, List<String> others, List<Test> tests, List<Program> programs) {}

  private record Test(
      String test,
      String verdict,
      String mark,
      long instances,
      long seen,
      int specified,
      @Nullable Shown shown,
      long witnesses,
      long timeouts,
      List<Outcome> outcomes,
      List<String> unexplained,
      List<String> forbidden,
      List<String> testedBy) {}

  /** Counts the outcomes that the rules of the transport can show. */
  private record Shown(String transport, int outcomes, boolean complete) {}

  private record Outcome(String values, long count, boolean witness) {}

  private record Program(
      String program, int pes, int exit, @Nullable Boolean asPredicted, String announced) {
    static Program of(ProgramRun run) {
      return new Program(
          run.program(), run.pes(), run.exit(), run.asPredicted().orElse(null), run.announced());
    }
  }

  private record Line(
      String test,
      String verdict,
      String mark,
      long instances,
      long seen,
      int specified,
      @Nullable Integer shown,
      long witnesses,
      long timeouts,
      String unexplained,
      String forbidden) {
    static Line of(Test test) {
      return new Line(
          test.test,
          test.verdict,
          test.mark,
          test.instances,
          test.seen,
          test.specified,
          test.shown == null ? null : test.shown.outcomes,
          test.witnesses,
          test.timeouts,
          String.join(" | ", test.unexplained),
          String.join(" | ", test.forbidden));
    }
  }

  /**
   * All of it as JSON.
   *
   * @param exitCode of the command
   */
  public static String json(List<Results> results, ResultComparison comparison, int exitCode) {
    return Document.text(
        Schema.NATIVE_COMPARE,
        exitCode,
        ImmutableList.of(
            new Whole(
                results.stream().flatMap(one -> one.runs().stream()).distinct().toList(),
                results.stream().flatMap(one -> one.others().stream()).toList(),
                tests(comparison),
                comparison.programs().stream().map(Program::of).toList())));
  }

  /** A row for each test. */
  public static Table tests(ResultComparison comparison, String name) {
    return Table.of(
        name,
        MethodHandles.lookup(),
        Line.class,
        tests(comparison).stream().map(Line::of).toList());
  }

  /** A row for each run of a program. */
  public static Table programs(ResultComparison comparison, String name) {
    return Table.of(
        name,
        MethodHandles.lookup(),
        Program.class,
        comparison.programs().stream().map(Program::of).toList());
  }

  private static List<Test> tests(ResultComparison comparison) {
    Map<Compared, List<Compared>> mutants = comparison.mutants();
    return comparison.tests().stream()
        .map(test -> test(test, mutants.getOrDefault(test, List.of())))
        .toList();
  }

  private static Test test(Compared test, List<Compared> mutants) {
    return new Test(
        test.name(),
        test.verdict().map(Verdict::word).orElse("unknown"),
        mark(test),
        test.instances(),
        test.seen(),
        test.answer().outcomes().size(),
        test.shown().map(ComparisonRows::shown).orElse(null),
        test.witnesses(),
        test.timeouts(),
        test.observed().stream().flatMap(ComparisonRows::outcomes).toList(),
        test.unexplained().asList(),
        test.forbidden().asList(),
        mutants.stream().map(Compared::name).toList());
  }

  /**
   * The word at the beginning of a test's line: "ok", "broken", "WRONG", "undefined", "unknown".
   */
  static String mark(Compared test) {
    if (!test.unexplained().isEmpty()) {
      return "WRONG";
    }
    if (!test.forbidden().isEmpty()) {
      return "broken";
    }
    return test.verdict()
        .map(verdict -> verdict == Verdict.UNDEFINED ? verdict.word() : "ok")
        .orElse("unknown");
  }

  private static Shown shown(TransportAnswer answer) {
    return new Shown(
        answer.transport().name(), answer.outcomes().size(), answer.exploration().complete());
  }

  private static Stream<Outcome> outcomes(Observed observed) {
    return observed.outcomes().stream()
        .map(one -> new Outcome(one.values(), one.count(), one.witness()));
  }
}
