package org.shmemlab.reports.diagram;

import com.google.common.collect.ImmutableList;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Holds the settings of diagrams in text.
 *
 * @param width characters of a line
 * @param coloured whether each operation has a colour of its own, by the codes of terminals
 */
public record Drawing(int width, boolean coloured) {
  /** The lines of a diagram. */
  public ImmutableList<String> lines(SpaceTime picture, SourceFile source) {
    return SpaceTimeText.lines(picture, source, this);
  }
}
