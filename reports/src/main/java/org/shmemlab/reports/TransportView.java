package org.shmemlab.reports;

import org.shmemlab.scenarios.judge.TransportJudgement;

/** Who is told what a transport makes of files: each file in turn, at last the end. */
public interface TransportView extends FilesView {
  /** What the transport makes of a file. */
  void judged(TransportJudgement judgement);

  /** The end of all files. */
  void end();
}
