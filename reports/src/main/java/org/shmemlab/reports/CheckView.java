package org.shmemlab.reports;

import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Replayed;

/** Receives the results of a check: each file in turn, at last the end. */
public interface CheckView extends FilesView {
  /** A litmus test. */
  void litmus(LitmusJudgement judgement);

  /** A program. */
  void program(ProgramJudgement judgement);

  /** A schedule that was run again, which is all there is to report then. */
  void replayed(Replayed replayed);

  /** The end of all files. */
  void end(CheckTotals totals);
}
