package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Passes results on to several views, in their order. */
record AllViews(ImmutableList<CheckView> views) implements CheckView {
  @Override
  public void diagrams(Diagrams ofNext) {
    views.forEach(view -> view.diagrams(ofNext));
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    views.forEach(view -> view.rejected(file, findings));
  }

  @Override
  public void took(String file, double seconds) {
    views.forEach(view -> view.took(file, seconds));
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    views.forEach(view -> view.litmus(judgement));
  }

  @Override
  public void program(ProgramJudgement judgement) {
    views.forEach(view -> view.program(judgement));
  }

  @Override
  public void judged(TransportJudgement judgement) {
    views.forEach(view -> view.judged(judgement));
  }

  @Override
  public void robust(SourceFile file, ImmutableList<Robustness> answers) {
    views.forEach(view -> view.robust(file, answers));
  }

  @Override
  public void replayed(Replayed replayed) {
    views.forEach(view -> view.replayed(replayed));
  }

  @Override
  public void end(CheckTotals totals) {
    views.forEach(view -> view.end(totals));
  }
}
