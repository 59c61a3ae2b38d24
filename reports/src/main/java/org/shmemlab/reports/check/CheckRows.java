package org.shmemlab.reports.check;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.table.Table;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Acceptances;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;

/**
 * Writes a check as rows: one for each file under each profile or transport, for each finding
 * there, and for each outcome.
 */
public final class CheckRows implements CheckView {
  /** Names the result of a file under one profile or transport. */
  public enum State {
    /** As its file expects, or nothing was found in any order. */
    PASSED,
    FAILED,
    /** Nothing was found, but not every order was seen. */
    UNKNOWN,
    /** It is no program or test. */
    REJECTED
  }

  /**
   * A file under a profile or transport.
   *
   * @param rules the name of the profile or transport; empty where the file was rejected
   * @param expected what the file announces, or null
   * @param bound how far the exploration went
   */
  record Checked(
      String file,
      String rules,
      int pes,
      State state,
      String verdict,
      @Nullable String expected,
      boolean complete,
      long states,
      String bound) {}

  /** A finding under a profile or transport, and where in the source it is. */
  record Found(
      String file,
      String rules,
      String kind,
      String atFile,
      int line,
      int column,
      @Nullable Integer pe,
      String text,
      @Nullable String accepted) {}

  /**
   * An outcome under a profile or transport.
   *
   * @param witness whether it fulfils the condition that a litmus test asks about
   */
  record Seen(String file, String rules, String values, int states, boolean witness) {}

  private final List<Checked> files = new ArrayList<>();
  private final List<Found> findings = new ArrayList<>();
  private final List<Seen> outcomes = new ArrayList<>();

  /** A row for each file under each profile or transport. */
  public Table filesTable() {
    return Table.of("files", MethodHandles.lookup(), Checked.class, files);
  }

  /** A row for each finding of each of them. */
  public Table findingsTable() {
    return Table.of("findings", MethodHandles.lookup(), Found.class, findings);
  }

  /** A row for each outcome of each of them. */
  public Table outcomesTable() {
    return Table.of("outcomes", MethodHandles.lookup(), Seen.class, outcomes);
  }

  @Override
  public void rejected(String file, List<ReportedFinding> diagnostics) {
    files.add(new Checked(file, "", 0, State.REJECTED, "rejected", null, false, 0, ""));
    for (ReportedFinding one : diagnostics) {
      findings.add(
          new Found(
              file,
              "",
              "source",
              one.file(),
              one.line(),
              one.column(),
              one.pe(),
              one.text(),
              null));
    }
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    for (LitmusAnswer answer : judgement.answers()) {
      boolean found = !answer.exploration().findings().isEmpty();
      boolean decided = found || answer.verdict().isPresent();
      State state =
          answer.expected().isPresent()
              ? answer.asExpected() ? State.PASSED : decided ? State.FAILED : State.UNKNOWN
              : state(found, answer.exploration());
      add(
          judgement.test().source().path(),
          answer.profile().name(),
          judgement.test().pes(),
          state,
          answer.verdict().map(Verdict::word).orElse("unknown"),
          answer.expected().map(Expectation::verdict).map(Verdict::word).orElse(null),
          answer.exploration(),
          answer.outcomes(),
          Acceptances.NONE);
    }
  }

  @Override
  public void program(ProgramJudgement judgement) {
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      Exploration exploration = answer.exploration();
      boolean found =
          exploration.findings().stream()
              .anyMatch(one -> judgement.acceptances().of(one).isEmpty());
      State state =
          judgement.expected().isPresent()
              ? judgement.asExpected()
                  ? State.PASSED
                  : !exploration.findings().isEmpty() || judgement.complete()
                      ? State.FAILED
                      : State.UNKNOWN
              : state(found, exploration);
      add(
          judgement.source().path(),
          answer.profile().name(),
          judgement.pes(),
          state,
          CheckJson.word(exploration),
          judgement.expected().orElse(null),
          exploration,
          Outcome.printed(exploration),
          judgement.acceptances());
    }
  }

  @Override
  public void judged(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    add(
        judgement.source().path(),
        answer.transport().name(),
        judgement.job().pes(),
        state(!judgement.good(), answer.exploration()),
        answer.verdict().map(Verdict::word).orElse("unknown"),
        judgement
            .expected()
            .map(expected -> expected.verdict().word())
            .or(judgement::announced)
            .orElse(null),
        answer.exploration(),
        answer.outcomes(),
        judgement.acceptances());
  }

  private static State state(boolean wrong, Exploration exploration) {
    return wrong ? State.FAILED : exploration.complete() ? State.PASSED : State.UNKNOWN;
  }

  private void add(
      String file,
      String rules,
      int pes,
      State state,
      String verdict,
      @Nullable String expected,
      Exploration exploration,
      List<Outcome> seen,
      Acceptances acceptances) {
    files.add(
        new Checked(
            file,
            rules,
            pes,
            state,
            verdict,
            expected,
            exploration.complete(),
            exploration.states(),
            BoundWords.of(exploration.bound())));
    exploration
        .findings()
        .forEach(finding -> findings.add(found(file, rules, finding, acceptances)));
    for (Outcome outcome : seen) {
      outcomes.add(new Seen(file, rules, outcome.values(), outcome.states(), outcome.witness()));
    }
  }

  private static Found found(String file, String rules, Finding finding, Acceptances acceptances) {
    SourceLine line = finding.line();
    return new Found(
        file,
        rules,
        finding.kind().word(),
        line.file(),
        line.line(),
        line.column(),
        finding.pe(),
        FindingWords.whole(finding),
        acceptances.of(finding).map(Acceptance::word).orElse(null));
  }

  @Override
  public void replayed(Replayed replayed) {
    String rules = replayed.semantics().name();
    String file = replayed.source().path();
    replayed
        .findings()
        .forEach(finding -> findings.add(found(file, rules, finding, Acceptances.NONE)));
  }
}
