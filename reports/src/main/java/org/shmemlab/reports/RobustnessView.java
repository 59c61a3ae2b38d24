package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.source.SourceFile;

/** Receives whether files need more than interleavings: each file in turn, at last the end. */
public interface RobustnessView extends FilesView {
  /** The answers of each profile about a file. */
  void checked(SourceFile file, ImmutableList<Robustness> answers);

  /** The end of all files. */
  void end();
}
