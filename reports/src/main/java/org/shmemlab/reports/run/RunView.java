package org.shmemlab.reports.run;

import java.util.List;
import org.shmemlab.model.job.Output;
import org.shmemlab.reports.ReportedFinding;

/** Receives the events of a run while it goes on: first findings in the source, at last its end. */
public interface RunView {
  void finding(ReportedFinding finding);

  /** Pieces of what the PEs print, oldest first. */
  void output(List<Output> pieces);

  /** Shows what has been held back only for speed. */
  void flush();

  /** There is no program and no run: the findings said why. */
  void rejected(int exitCode);

  void end(RunEnd end);
}
