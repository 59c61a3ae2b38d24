package org.shmemlab.reports.finding;

import java.util.Optional;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/** Shows a schedule on a page: its diagram, or a sentence where that would be too large. */
public final class ScheduleBlock {
  private ScheduleBlock() {}

  public static PageBlock of(
      String id, String title, Optional<SpaceTime> picture, SourceFile source) {
    return picture
        .<PageBlock>map(drawn -> new PageBlock.Diagram(id, title, drawn, source))
        .orElseGet(() ->
            new PageBlock.Paragraph(
                title + ": it has too many steps, or too many agents, for a picture."));
  }
}
