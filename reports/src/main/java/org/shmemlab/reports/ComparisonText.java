package org.shmemlab.reports;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.Comparison;
import org.shmemlab.scenarios.observed.Results;
import org.shmemlab.scenarios.observed.Run;

/** Results of real machines beside the specification, as text: a line for each test. */
public final class ComparisonText {
  private final PrintStream out;

  /** Prints there. */
  public ComparisonText(PrintStream out) {
    this.out = out;
  }

  /** Tells where the results come from. */
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

  /** Tells each test and the sums. */
  public void comparison(Comparison comparison) {
    Map<Compared, List<Compared>> mutants = comparison.mutants();
    for (Compared test : comparison.tests()) {
      say(line(test, mutants.getOrDefault(test, List.of())));
    }
    List<Compared> tests = comparison.tests();
    long wrong = tests.stream().filter(test -> !test.notAllowed().isEmpty()).count();
    long undefined = count(tests, Verdict.UNDEFINED);
    long weak =
        tests.stream()
            .filter(test -> test.verdict().filter(Verdict.UNDEFINED::equals).isPresent())
            .filter(test -> test.witnesses() > 0)
            .count();
    say(
        tests.size()
            + " tests: "
            + wrong
            + " show what the specification forbids; "
            + undefined
            + " are undefined, of which "
            + weak
            + " show the outcome that they ask for");
    int with = comparison.forbiddenWithMutant().size();
    say(
        String.format(
            Locale.ROOT,
            "Mutation score %d of %d: so many forbidden outcomes were seen without the order that"
                + " forbids them",
            mutants.size(),
            with));
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
            "%s %s: %d of %d outcomes seen in %,d instances, asked for: %,d",
            test.name(),
            verdict,
            test.seen(),
            test.answer().outcomes().size(),
            test.instances(),
            test.witnesses());
    String late =
        test.timeouts() == 0 ? "" : String.format(Locale.ROOT, ", timeouts: %,d", test.timeouts());
    if (!test.notAllowed().isEmpty()) {
      return "WRONG     " + seen + late + "; not allowed: " + String.join(" | ", test.notAllowed());
    }
    String tested =
        mutants.isEmpty()
            ? ""
            : "; tested by "
                + mutants.stream().map(Compared::name).collect(Collectors.joining(", "));
    String mark = verdict.equals("undefined") || verdict.equals("unknown") ? verdict : "ok";
    return String.format(Locale.ROOT, "%-10s", mark) + seen + late + tested;
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }
}
