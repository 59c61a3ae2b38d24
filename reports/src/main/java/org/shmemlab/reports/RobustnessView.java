package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.source.SourceFile;

/** Who is told whether files need more than interleavings: each file in turn, at last the end. */
public interface RobustnessView extends FilesView {
  /** What each profile says of a file. */
  void checked(SourceFile file, ImmutableList<Robustness> answers);

  /** The end of all files. */
  void end();
}
