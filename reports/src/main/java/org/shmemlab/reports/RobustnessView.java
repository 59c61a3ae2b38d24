package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.scenarios.judge.Robustness;

/** Who is told whether files need more than interleavings: each file in turn, at last the end. */
public interface RobustnessView {
  /** A file that is no program or test: the findings say why. */
  void rejected(String file, List<Finding> findings);

  /** What each profile says of a file. */
  void checked(String file, ImmutableList<Robustness> answers);

  /** The end of all files. */
  void end();
}
