package org.shmemlab.cli.run;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.job.Output;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.run.RunEnd;
import org.shmemlab.reports.run.RunView;

/** Passes events on to several views, in their order. */
record AllRunViews(ImmutableList<RunView> views) implements RunView {
  @Override
  public void finding(ReportedFinding finding) {
    views.forEach(view -> view.finding(finding));
  }

  @Override
  public void output(List<Output> pieces) {
    views.forEach(view -> view.output(pieces));
  }

  @Override
  public void flush() {
    views.forEach(RunView::flush);
  }

  @Override
  public void rejected(int exitCode) {
    views.forEach(view -> view.rejected(exitCode));
  }

  @Override
  public void end(RunEnd end) {
    views.forEach(view -> view.end(end));
  }
}
