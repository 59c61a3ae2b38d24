package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Receives the results of a check: each file in turn, at last the end. A view leaves out the
 * methods about results that it does not show.
 */
public interface CheckView {
  /** The diagrams of the next file, for views that draw. */
  default void diagrams(Diagrams ofNext) {}

  /** A file that is no program or test: the findings say why. */
  default void rejected(String file, List<ReportedFinding> findings) {}

  /** A litmus test under profiles. */
  default void litmus(LitmusJudgement judgement) {}

  /** A program under profiles. */
  default void program(ProgramJudgement judgement) {}

  /** A litmus test or a program under a transport. */
  default void judged(TransportJudgement judgement) {}

  /** The answer of each profile whether a file needs more than interleavings. */
  default void robust(SourceFile file, ImmutableList<Robustness> answers) {}

  /** A schedule that was run again, which is all there is to report then. */
  default void replayed(Replayed replayed) {}

  /** The time that a file took, in seconds of the clock, after all else about it. */
  default void took(String file, double seconds) {}

  /**
   * The end of all files.
   *
   * @param totals of a check under profiles
   */
  default void end(CheckTotals totals) {}
}
