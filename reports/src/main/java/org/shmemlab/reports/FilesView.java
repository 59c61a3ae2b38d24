package org.shmemlab.reports;

import java.util.List;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Receives files, each in turn. */
public interface FilesView {
  /** The diagrams of the next file, for views that draw. */
  default void diagrams(Diagrams ofNext) {}

  /** A file that is no program or test: the findings say why. */
  void rejected(String file, List<ReportedFinding> findings);

  /** The time that a file took, in seconds of the clock, after all else about it. */
  default void took(String file, double seconds) {}
}
