package org.shmemlab.reports;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.scenarios.judge.TransportJudgement;

/** Who is told what transports make of files: each file in turn, at last the end. */
public interface TransportView extends FilesView {
  /** What one transport makes of a file. */
  void judged(TransportJudgement judgement);

  /**
   * What the specification and each transport make of a litmus test.
   *
   * @param test its name
   * @param cells a mark by the name of a profile or transport
   */
  void row(String test, ImmutableMap<String, String> cells);

  /** The end of all files. */
  void end();
}
