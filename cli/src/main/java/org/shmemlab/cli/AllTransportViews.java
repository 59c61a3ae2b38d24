package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.shmemlab.reports.Finding;
import org.shmemlab.reports.TransportView;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Tells several views, in their order. */
record AllTransportViews(ImmutableList<TransportView> views) implements TransportView {
  @Override
  public void diagrams(Diagrams ofNext) {
    views.forEach(view -> view.diagrams(ofNext));
  }

  @Override
  public void rejected(String file, List<Finding> findings) {
    views.forEach(view -> view.rejected(file, findings));
  }

  @Override
  public void judged(TransportJudgement judgement) {
    views.forEach(view -> view.judged(judgement));
  }

  @Override
  public void row(String test, ImmutableMap<String, String> cells) {
    views.forEach(view -> view.row(test, cells));
  }

  @Override
  public void end() {
    views.forEach(TransportView::end);
  }
}
