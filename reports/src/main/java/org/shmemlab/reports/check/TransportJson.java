package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Waiting;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.finding.RepairWords;
import org.shmemlab.reports.finding.Stepped;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;

/** Reports the answer of a transport about a file, as JSON shows it. */
record TransportJson(
    String file,
    String transport,
    String version,
    String settings,
    int pes,
    int pesPerNode,
    String verdict,
    @Nullable String expected,
    boolean good,
    boolean complete,
    long states,
    ImmutableList<Outcome> outcomes,
    ImmutableList<Found> findings,
    ImmutableList<ReportedFinding> diagnostics) {
  static TransportJson of(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    return new TransportJson(
        judgement.source().path(),
        answer.transport().key(),
        answer.transport().version().number(),
        answer.transport().settings().toString(),
        judgement.job().pes(),
        answer.pesPerNode(),
        answer.verdict().map(Verdict::word).orElse("unknown"),
        judgement.expected().map(expected -> expected.verdict().word()).orElse(null),
        judgement.good(),
        answer.exploration().complete(),
        answer.exploration().states(),
        answer.outcomes(),
        answer.exploration().findings().stream()
            .map(finding -> Found.of(finding, judgement))
            .collect(ImmutableList.toImmutableList()),
        judgement.unusedAllowances().stream()
            .map(AcceptanceWords::unused)
            .collect(ImmutableList.toImmutableList()));
  }

  /** A finding, with the schedule that leads to it. */
  record Found(
      FindingKind kind,
      String text,
      ImmutableList<Waiting> deadlock,
      ImmutableList<String> repairs,
      ImmutableList<Stepped> schedule,
      @Nullable String accepted) {
    static Found of(Finding finding, TransportJudgement judgement) {
      SourceFile source = judgement.source();
      return new Found(
          finding.kind(),
          FindingWords.subject(finding),
          Waiting.of(finding.agents()),
          judgement.repairs().of(finding).stream()
              .map(result -> RepairWords.of(finding, result, source))
              .collect(ImmutableList.toImmutableList()),
          Stepped.of(finding.witness().steps()),
          judgement.acceptances().of(finding).map(Acceptance::reason).orElse(null));
    }
  }
}
