package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Shows a schedule that was run again, on a page. */
record ReplaySection(Replayed replayed, Diagrams diagrams, String id) {
  Section section() {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    FindingParts parts = new FindingParts(diagrams);
    int number = 0;
    for (Finding finding : replayed.findings()) {
      number++;
      blocks.add(
          parts.of(
              finding,
              Tone.BAD,
              "",
              replayed.semantics(),
              ImmutableList.of(),
              id + "-finding-" + number));
    }
    if (number == 0) {
      blocks.add(new Paragraph(Tone.GOOD, "Nothing is wrong on the way of this schedule."));
      blocks.add(
          ScheduleBlock.of(
              id + "-diagram",
              "The schedule, under " + replayed.semantics().name(),
              diagrams.of(replayed.choices(), replayed.semantics()),
              replayed.source()));
    }
    return new Section(id, replayed.source().path(), blocks.build());
  }
}
