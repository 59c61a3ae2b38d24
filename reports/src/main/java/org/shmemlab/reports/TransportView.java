package org.shmemlab.reports;

import org.shmemlab.scenarios.judge.TransportJudgement;

/** Receives the answers of a transport about files: each file in turn, at last the end. */
public interface TransportView extends FilesView {
  /** The answer of the transport about a file. */
  void judged(TransportJudgement judgement);

  /** The end of all files. */
  void end();
}
