package org.shmemlab.reports.check;

import com.google.common.base.Joiner;
import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.Caret;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Wrapping;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.CheckWords;
import org.shmemlab.reports.finding.Coverage;
import org.shmemlab.reports.finding.FindingText;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.finding.PortabilityWords;
import org.shmemlab.reports.finding.ScheduleText;
import org.shmemlab.reports.finding.SharedRepairs;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportAnswer.Observation;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Quantifier;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.rules.Transport;

/**
 * Writes a check as text: everything about a single file, in the shape of herd for a litmus test;
 * one line for each of several files.
 */
public final class CheckText implements CheckView {
  private static final String FURTHER =
      "found past the conflicts above, as if their accesses were in no conflict; ";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean single;
  private final Optional<Drawing> drawing;
  private @Nullable Diagrams diagrams;

  /**
   * @param single whether there is only one file, of which everything is reported
   */
  public CheckText(PrintStream out, PrintStream err, boolean single) {
    this(out, err, single, Optional.empty());
  }

  /**
   * The same.
   *
   * @param drawing how the schedules of findings are drawn; empty for a table of their steps
   */
  public CheckText(PrintStream out, PrintStream err, boolean single, Optional<Drawing> drawing) {
    this.drawing = drawing;
    this.out = out;
    this.err = err;
    this.single = single;
  }

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  private FindingText findings(SourceFile source, Semantics semantics, Job job) {
    return findings(source, semantics, job, this::say);
  }

  private FindingText findings(
      SourceFile source, Semantics semantics, Job job, Consumer<String> line) {
    Diagrams here = diagrams;
    return drawing.isEmpty() || here == null
        ? new FindingText(source, semantics, job, line)
        : new FindingText(
            source,
            semantics,
            job,
            line,
            finding ->
                here.of(finding, semantics)
                    .map(picture -> drawing.get().lines(picture, source))
                    .orElseGet(() -> new ScheduleText(source).lines(finding.witness().steps())));
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    out.flush();
    for (ReportedFinding finding : findings) {
      Wrapping.lines(finding.toString()).forEach(line -> err.print(line + "\n"));
      Caret.below(finding).forEach(line -> err.print(line + "\n"));
    }
    err.flush();
  }

  // ---------------------------------------------------------------- litmus tests

  @Override
  public void litmus(LitmusJudgement judgement) {
    if (!single) {
      say(summary(judgement));
      return;
    }
    Map<List<Object>, String> reported = new HashMap<>(); // by what is shown, its first profile
    for (LitmusAnswer answer : judgement.answers()) {
      answer(judgement.test(), answer, reported);
      say("");
    }
    if (!judgement.missingExpectations().isEmpty()) {
      say("The file expects nothing; lines that write these verdicts down:");
      judgement.missingExpectations().forEach(this::say);
    }
  }

  private void answer(LitmusFile test, LitmusAnswer answer, Map<List<Object>, String> reported) {
    Exploration exploration = answer.exploration();
    Profile profile = answer.profile();
    states(
        "Test " + test.name(),
        test.source(),
        "Profile " + profile.name() + ": " + profile.document(),
        answer.outcomes());
    int positive = count(answer.outcomes(), true);
    int negative = count(answer.outcomes(), false);
    say(holds(test, positive) ? "Ok" : "No");
    say("Witnesses");
    say("Positive: " + positive + " Negative: " + negative);
    say("Condition " + test.question());
    String often = positive == 0 ? "Never" : negative == 0 ? "Always" : "Sometimes";
    say("Observation " + test.name() + " " + often + " " + positive + " " + negative);
    say("Verdict " + verdict(answer) + expectation(answer));
    say(bound(exploration));
    Semantics semantics = new Semantics.Promised(answer.profile());
    for (Finding finding : exploration.findings()) {
      List<RepairSearch.Result> repairs = answer.repairs().of(finding).stream().toList();
      List<Object> shown =
          List.of(
              finding.identity(),
              FindingWords.statement(finding),
              finding.agents(),
              finding.witness().steps(),
              finding.witness().shortest(),
              repairs);
      String first = reported.putIfAbsent(shown, answer.profile().name());
      if (first == null) {
        findings(test.source(), semantics, Job.ofPes(test.pes()), this::say)
            .write(finding, "error", "", repairs);
      } else {
        say(finding.line() + ": error: the same as under " + first);
      }
    }
  }

  private void states(String head, SourceFile source, String rules, List<Outcome> outcomes) {
    say(head);
    say("Hash " + source.sha256());
    say(rules);
    say("States " + outcomes.size());
    for (Outcome outcome : outcomes) {
      String mark = outcome.witness() ? "*>" : ":>";
      String values = outcome.values().strip().replace("\n", "\n          ");
      say(Strings.padEnd(String.valueOf(outcome.states()), 8, ' ') + mark + values);
    }
  }

  private static int count(List<Outcome> outcomes, boolean witness) {
    return outcomes.stream()
        .filter(outcome -> outcome.witness() == witness)
        .mapToInt(Outcome::states)
        .sum();
  }

  // Herd's Ok: what the quantifier claims is so. A witness of "forall" is a counterexample.
  private static boolean holds(LitmusFile test, int positive) {
    return (test.question().quantifier() == Quantifier.EXISTS) == (positive > 0);
  }

  private static String verdict(LitmusAnswer answer) {
    return answer.verdict().map(Verdict::word).orElse("unknown");
  }

  private static String expectation(LitmusAnswer answer) {
    return answer
        .expected()
        .map(expected ->
            answer.asExpected()
                ? ", as expected"
                : ", expected " + expected.verdict().word() + " (" + expected.line() + ")")
        .orElse("");
  }

  private static String summary(LitmusJudgement judgement) {
    List<String> verdicts = new ArrayList<>();
    for (LitmusAnswer answer : judgement.answers()) {
      verdicts.add(
          answer.profile().name()
              + " "
              + verdict(answer)
              + (answer.asExpected() ? "" : " (expected " + expected(answer) + ")"));
    }
    boolean agree = judgement.answers().stream().map(LitmusAnswer::verdict).distinct().count() < 2;
    return (judgement.asExpected() ? "ok        " : "DIFFERENT ")
        + judgement.test().source().path()
        + ": "
        + Joiner.on(", ").join(agree && judgement.asExpected() ? shared(judgement) : verdicts)
        + (agree ? "" : " - the profiles differ");
  }

  private static List<String> shared(LitmusJudgement judgement) {
    return judgement.answers().stream().limit(1).map(CheckText::verdict).toList();
  }

  private static String expected(LitmusAnswer answer) {
    return answer.expected().map(expected -> expected.verdict().word()).orElse("nothing");
  }

  // ---------------------------------------------------------------- programs

  @Override
  public void program(ProgramJudgement judgement) {
    if (!single) {
      say(summary(judgement));
      unused(judgement.unusedAllowances());
      return;
    }
    say(
        "Program "
            + judgement.source().path()
            + " on "
            + pes(judgement.pes())
            + options(judgement.source(), " with ")
            + failing(judgement.job()));
    judgement
        .errors()
        .forEach(found ->
            finding(judgement, found, "error", PortabilityWords.ofError(judgement, found)));
    judgement
        .warnings()
        .forEach(
            found -> finding(judgement, found, "warning", PortabilityWords.of(judgement, found)));
    further(judgement);
    judgement
        .accepted()
        .forEach(found -> accepted(found.finding(), found.acceptance().orElseThrow()));
    unused(judgement.unusedAllowances());
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      String past =
          answer.past().isEmpty()
              ? ""
              : ", past "
                  + counted(answer.past().size(), "accepted conflict")
                  + " as if there were none";
      say("Profile " + answer.profile().name() + ": " + bound(answer.exploration()) + past);
    }
    say("Verdict " + word(judgement) + announced(judgement) + accepted(judgement));
    Coverage.of(judgement).ifPresent(this::coverage);
  }

  private void coverage(Coverage coverage) {
    Wrapping.lines("Covered: " + coverage.covered()).forEach(this::say);
    Wrapping.lines("Open: " + coverage.open()).forEach(this::say);
    if (coverage.endless() != null) {
      Wrapping.lines("Probably never ends: " + coverage.endless()).forEach(this::say);
    }
  }

  private void further(ProgramJudgement judgement) {
    SharedRepairs.of(judgement).forEach(group -> sentence(group.words(judgement.source())));
    boolean repaired =
        judgement.findings().stream()
            .anyMatch(found -> found.repairs().flatMap(RepairSearch.Result::repair).isPresent());
    String remark =
        FURTHER + (repaired ? "their repairs do not mend it" : "it may follow from them");
    for (Found found : judgement.further()) {
      finding(judgement, found, judgement.isError(found) ? "error" : "warning", remark);
    }
  }

  private void sentence(String text) {
    Wrapping.lines(text).forEach(this::say);
  }

  private void accepted(Finding finding, Acceptance acceptance) {
    Wrapping.lines(AcceptanceWords.note(finding, acceptance)).forEach(this::say);
  }

  private void unused(List<Allowance> allowances) {
    allowances.forEach(one -> say(AcceptanceWords.unused(one).toString()));
  }

  /** Whether all that was found is accepted; nothing where something is new, or nothing found. */
  static String accepted(ProgramJudgement judgement) {
    return judgement.isAccepted() ? ", all of it accepted" : "";
  }

  private void finding(ProgramJudgement judgement, Found found, String severity, String remark) {
    Profile profile = found.profiles().asList().get(0);
    findings(judgement.source(), new Semantics.Promised(profile), judgement.job())
        .write(found.finding(), severity, remark, found.repairs().stream().toList());
  }

  /** The options of a program beyond its own text; empty where there are none. */
  private static String options(SourceFile source, String before) {
    List<String> words = CheckWords.options(source);
    return words.isEmpty() ? "" : before + String.join(" ", words);
  }

  private static String failing(Job job) {
    return job.allowance().failing().map(failing -> ", where " + failing.text()).orElse("");
  }

  private static String pes(int count) {
    return count + (count == 1 ? " PE" : " PEs");
  }

  private static String summary(ProgramJudgement judgement) {
    String kinds =
        judgement.findings().stream()
            .filter(found -> found.acceptance().isEmpty())
            .map(found -> found.kind().word() + " at " + found.finding().line())
            .collect(Collectors.joining(", "));
    String mark =
        !judgement.asExpected()
            ? "DIFFERENT "
            : judgement.expected().isPresent() || judgement.findings().isEmpty()
                ? "ok        "
                : judgement.isAccepted()
                    ? "accepted  "
                    : judgement.errors().isEmpty() ? "warning   " : "error     ";
    return mark
        + judgement.source().path()
        + " -n "
        + judgement.pes()
        + options(judgement.source(), " ")
        + failing(judgement.job())
        + ": "
        + word(judgement)
        + (kinds.isEmpty() ? "" : ": " + kinds)
        + (judgement.accepted().isEmpty() ? "" : " (" + judgement.accepted().size() + " accepted)")
        + (judgement.asExpected() ? "" : " (expected " + judgement.expected().orElse("") + ")");
  }

  /** The verdict of a program, as far as the explorations went. */
  public static String word(ProgramJudgement judgement) {
    if (judgement.findings().isEmpty()) {
      return judgement.complete() ? "nothing found" : "nothing found within " + limit(judgement);
    }
    return switch (judgement.verdict()) {
      case UNDEFINED -> "undefined";
      case UNSPECIFIED -> "unspecified";
      case DEFINED -> "defined, but it does not end well";
    };
  }

  private static String limit(ProgramJudgement judgement) {
    Optional<Bound> unknown =
        judgement.answers().stream()
            .map(answer -> answer.exploration().bound())
            .filter(Bound.Unknown.class::isInstance)
            .findFirst();
    if (unknown.isPresent()) {
      return "what is known, " + BoundWords.of(unknown.get());
    }
    List<Bound> bounds =
        judgement.answers().stream().map(answer -> answer.exploration().bound()).toList();
    if (bounds.stream().anyMatch(CheckText::isStopped)) {
      return "the time that it had";
    }
    return bounds.stream()
            .allMatch(
                bound -> bound instanceof Bound.Complete || bound instanceof Bound.FailedTests)
        ? "the bound of failed tests"
        : "the budget";
  }

  private static boolean isStopped(Bound bound) {
    return bound instanceof Bound.Stopped
        || (bound instanceof Bound.Beyond beyond && isStopped(beyond.searched()));
  }

  /** Whether that was announced; nothing where nothing was. */
  public static String announced(ProgramJudgement judgement) {
    return judgement
        .expected()
        .map(kind -> judgement.asExpected() ? ", as announced" : ", but it announces " + kind)
        .orElse("");
  }

  private static String bound(Exploration exploration) {
    return "Explored "
        + BoundWords.counted(exploration.states(), "state")
        + ", "
        + BoundWords.of(exploration.bound())
        + (exploration.complete() ? "" : ": other orders were not seen");
  }

  // ---------------------------------------------------------------- transports, interleavings

  @Override
  public void judged(TransportJudgement judgement) {
    String verdict = TransportWords.verdict(judgement);
    SourceFile source = judgement.source();
    if (!single) {
      say(
          judgement.isImpossible()
              ? "no answer "
                  + source.path()
                  + ": not possible on "
                  + judgement.answer().transport().key()
              : (judgement.good() ? "ok        " : "DIFFERENT ") + source.path() + ": " + verdict);
      unused(judgement.unusedAllowances());
      return;
    }
    TransportAnswer answer = judgement.answer();
    Job job = judgement.job();
    Optional<LitmusFile> test = judgement.test();
    states(
        test.map(of -> "Test " + of.name()).orElse("Program " + source.path()),
        source,
        TransportWords.title(answer.transport(), answer.pesPerNode(), job.pes()),
        answer.outcomes());
    test.ifPresent(asked -> {
      String often = answer.observation().map(Observation::word).orElse("Unknown");
      int positive = count(answer.outcomes(), true);
      int negative = count(answer.outcomes(), false);
      say("Condition " + asked.question());
      say("Observation " + asked.name() + " " + often + " " + positive + " " + negative);
    });
    say("Verdict " + verdict);
    say(bound(answer.exploration()));
    Semantics semantics = new Semantics.Implemented(answer.transport(), answer.pesPerNode());
    FindingText text = new FindingText(source, semantics, job, this::say);
    for (Finding finding : answer.exploration().findings()) {
      Optional<Acceptance> acceptance = judgement.acceptances().of(finding);
      acceptance.ifPresent(one -> accepted(finding, one));
      if (acceptance.isEmpty()) {
        text.write(finding, "error", "", judgement.repairs().of(finding));
      }
    }
    unused(judgement.unusedAllowances());
  }

  @Override
  public void robust(SourceFile file, ImmutableList<Robustness> answers) {
    answers.forEach(answer -> say(file.path() + ": " + RobustnessWords.of(answer)));
  }

  // ---------------------------------------------------------------- replays

  @Override
  public void replayed(Replayed replayed) {
    say(
        "Program "
            + replayed.source().path()
            + " on "
            + pes(replayed.job().pes())
            + options(replayed.source(), " with "));
    say(
        switch (replayed.semantics()) {
          case Semantics.Promised(Profile rules) ->
              "Profile " + rules.name() + ": " + rules.document();
          case Semantics.Implemented(Transport transport, int perNode) ->
              TransportWords.title(transport, perNode, replayed.job().pes());
        });
    say("Schedule of " + counted(replayed.steps().size(), "step"));
    new ScheduleText(replayed.source()).lines(replayed.steps()).forEach(line -> say("  " + line));
    FindingText text = findings(replayed.source(), replayed.semantics(), replayed.job());
    replayed.findings().forEach(finding -> text.write(finding, "error", "", List.of()));
    if (replayed.findings().isEmpty()) {
      say(
          replayed.possible() == 0
              ? "Every PE has ended, and nothing was wrong"
              : "Nothing is wrong until here, where "
                  + counted(replayed.possible(), "step")
                  + (replayed.possible() == 1 ? " is possible" : " are possible"));
    }
    out.flush();
  }

  // ---------------------------------------------------------------- the end

  @Override
  public void end(CheckTotals totals) {
    if (!single) {
      if (totals.announced() > 0) {
        say(
            counted(totals.announced(), "program")
                + (totals.announced() == 1 ? " that announces" : " that announce")
                + " findings, "
                + totals.announcedAsExpected()
                + " as announced, "
                + (totals.announced() - totals.announcedAsExpected())
                + " different");
      }
      if (totals.others() > 0) {
        say(
            counted(totals.others(), "program")
                + ", "
                + totals.clean()
                + " clean, "
                + totals.warned()
                + " with portability warnings, "
                + totals.broken()
                + " with errors, "
                + (totals.accepted() > 0 ? totals.accepted() + " with accepted findings, " : "")
                + (totals.others()
                    - totals.clean()
                    - totals.warned()
                    - totals.broken()
                    - totals.accepted())
                + " beyond the budget");
      }
      if (totals.rejected() > 0) {
        say(counted(totals.rejected(), "file") + " not understood");
      }
      if (totals.tests() > 0) {
        say(
            counted(totals.tests(), "test")
                + ", "
                + totals.testsAsExpected()
                + " as expected, "
                + (totals.tests() - totals.testsAsExpected())
                + " different");
      }
    }
    out.flush();
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }
}
