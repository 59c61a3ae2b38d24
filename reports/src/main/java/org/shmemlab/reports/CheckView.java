package org.shmemlab.reports;

import java.util.List;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Who is told about a check: each file in turn, at last the end. */
public interface CheckView {
  /** How the file that is told of next is drawn, for who draws. */
  default void diagrams(Diagrams ofNext) {}

  /** A file that is no program or test: the findings say why. */
  void rejected(String file, List<Finding> findings);

  /** A litmus test. */
  void litmus(LitmusJudgement judgement);

  /** A program. */
  void program(ProgramJudgement judgement);

  /** A schedule that was run again, which is all there is to tell then. */
  void replayed(Replayed replayed);

  /** The end of all files. */
  void end(CheckTotals totals);
}
