package org.shmemlab.reports;

import java.util.List;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;

/** Who is told about a check: each file in turn, at last the end. */
public interface CheckView {
  /** A file that is no program or test: the findings say why. */
  void rejected(String file, List<Finding> findings);

  void litmus(LitmusJudgement judgement);

  void program(ProgramJudgement judgement);

  void end(CheckTotals totals);
}
