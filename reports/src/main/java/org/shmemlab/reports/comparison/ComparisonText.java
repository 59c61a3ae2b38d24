package org.shmemlab.reports.comparison;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.ProgramRun;
import org.shmemlab.scenarios.observed.ResultComparison;
import org.shmemlab.scenarios.observed.Results;
import org.shmemlab.scenarios.observed.Run;

/** Writes results of real machines next to the allowed outcomes, as text: a line for each test. */
public final class ComparisonText {
  private final PrintStream out;

  /** Prints there. */
  public ComparisonText(PrintStream out) {
    this.out = out;
  }

  /** Reports where the results come from. */
  public void runs(Results results) {
    results.runs().stream().map(ComparisonText::where).distinct().forEach(this::say);
    results.others().forEach(other -> say("not seen  " + other));
  }

  private static String where(Run run) {
    return "Run on "
        + run.date()
        + ": "
        + run.library()
        + ", "
        + run.devices()
        + ", "
        + run.pes()
        + " PEs, "
        + run.setting()
        + ", seed "
        + run.seed();
  }

  /** Reports each test and the sums. */
  public void comparison(ResultComparison comparison) {
    if (!comparison.tests().isEmpty()) {
      tests(comparison);
    }
    if (!comparison.programs().isEmpty()) {
      programs(comparison.programs());
    }
  }

  private void programs(List<ProgramRun> programs) {
    List<ProgramRun> bugs = programs.stream().filter(ProgramRun::announcesBug).toList();
    List<ProgramRun> others = programs.stream().filter(one -> !one.announcesBug()).toList();
    for (ProgramRun program : others) {
      if (!program.good()) {
        String how = program.exit() == 0 ? "prints something else" : "exit code " + program.exit();
        say("WRONG     " + program.program() + " on " + program.pes() + " PEs: " + how);
      }
    }
    say(
        String.format(
            Locale.ROOT,
            "%d of %d runs of programs without a bug print what the model predicts; %d of %d of"
                + " programs with one show it",
            others.stream().filter(ProgramRun::good).count(),
            others.size(),
            bugs.stream().filter(ProgramRun::showsBug).count(),
            bugs.size()));
  }

  private void tests(ResultComparison comparison) {
    Map<Compared, List<Compared>> mutants = comparison.mutants();
    for (Compared test : comparison.tests()) {
      say(line(test, mutants.getOrDefault(test, List.of())));
    }
    List<Compared> tests = comparison.tests();
    long wrong = tests.stream().filter(test -> !test.unexplained().isEmpty()).count();
    long broken = tests.stream().filter(ComparisonText::broken).count();
    long undefined = count(tests, Verdict.UNDEFINED);
    long weak =
        tests.stream()
            .filter(test -> test.verdict().filter(Verdict.UNDEFINED::equals).isPresent())
            .filter(test -> test.witnesses() > 0)
            .count();
    say(
        tests.size()
            + " tests: "
            + (tests.size() - wrong)
            + " inside what is allowed, "
            + wrong
            + " outside; "
            + undefined
            + " are undefined, of which "
            + weak
            + " show the outcome that they ask for");
    if (broken > 0) {
      say(
          broken
              + " are broken: the specification forbids what was seen, and the rules of the"
              + " transport say that the library lets it happen");
    }
    int with = comparison.forbiddenWithMutant().size();
    say(
        String.format(
            Locale.ROOT,
            "Mutation score %d of %d: so many forbidden outcomes were seen without the order that"
                + " forbids them",
            mutants.size(),
            with));
  }

  private static boolean broken(Compared test) {
    return test.unexplained().isEmpty() && !test.forbidden().isEmpty();
  }

  private static String shown(TransportAnswer shown) {
    String name = shown.transport().name();
    return ", "
        + shown.outcomes().size()
        + (shown.exploration().complete() ? " by " : " or more by ")
        + name;
  }

  private static long count(List<Compared> tests, Verdict verdict) {
    return tests.stream()
        .filter(test -> test.verdict().filter(verdict::equals).isPresent())
        .count();
  }

  private static String line(Compared test, List<Compared> mutants) {
    String verdict = test.verdict().map(Verdict::word).orElse("unknown");
    String seen =
        String.format(
            Locale.ROOT,
            "%s %s: %d outcomes seen in %,d instances, %d specified%s; asked for: %,d",
            test.name(),
            verdict,
            test.seen(),
            test.instances(),
            test.answer().outcomes().size(),
            test.shown().map(ComparisonText::shown).orElse(""),
            test.witnesses());
    String late =
        test.timeouts() == 0 ? "" : String.format(Locale.ROOT, ", timeouts: %,d", test.timeouts());
    if (!test.unexplained().isEmpty()) {
      return "WRONG     " + seen + late + "; outside: " + String.join(" | ", test.unexplained());
    }
    if (broken(test)) {
      return "broken    " + seen + late + "; forbidden: " + String.join(" | ", test.forbidden());
    }
    String tested =
        mutants.isEmpty()
            ? ""
            : "; tested by "
                + mutants.stream().map(Compared::name).collect(Collectors.joining(", "));
    return String.format(Locale.ROOT, "%-10s", ComparisonRows.mark(test)) + seen + late + tested;
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }
}
