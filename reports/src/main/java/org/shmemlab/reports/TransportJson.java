package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;

/** Writes the answers of a transport about files, as JSON: a result for each file. */
public final class TransportJson implements TransportView {
  private final List<Object> files = new ArrayList<>();

  /**
   * The whole document, once the check has ended.
   *
   * @param exitCode of the command
   */
  public String text(int exitCode) {
    return Document.text(Schema.CHECK_TRANSPORT, exitCode, files);
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    files.add(new Rejected(file, "rejected", ImmutableList.copyOf(findings)));
  }

  @Override
  public void judged(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    files.add(
        new Judged(
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
                .collect(ImmutableList.toImmutableList())));
  }

  @Override
  public void end() {
    // the document is asked for by text()
  }

  private record Rejected(
      String file, String verdict, ImmutableList<ReportedFinding> diagnostics) {}

  private record Judged(
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
      ImmutableList<ReportedFinding> diagnostics) {}

  /** A finding, with the schedule that leads to it. */
  private record Found(
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
