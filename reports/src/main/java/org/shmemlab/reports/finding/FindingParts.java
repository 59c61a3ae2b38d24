package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.reports.Sentence;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Part;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Findings on a page: what is wrong, where, what is missing, how it comes about, what mends it. */
public final class FindingParts {
  private final Diagrams diagrams;
  private final SourceFile source;
  private final Job job;

  public FindingParts(Diagrams diagrams) {
    this.diagrams = diagrams;
    this.source = diagrams.source();
    this.job = diagrams.job();
  }

  /**
   * One finding.
   *
   * @param remark said about it; empty for nothing
   * @param semantics under which it was found
   */
  public Part of(
      Finding finding,
      Tone tone,
      String remark,
      Semantics semantics,
      ImmutableList<RepairSearch.Result> repairs,
      String id) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(tone, Sentence.of(FindingWords.statement(finding))));
    finding
        .missingOrder()
        .ifPresent(order -> blocks.add(new Paragraph("Missing order: " + order + ".")));
    finding.values().ifPresent(values -> blocks.add(new Paragraph("Values: " + values + ".")));
    for (Blocked agent : finding.agents()) {
      blocks.add(
          new Paragraph(
              "PE "
                  + agent.pe()
                  + " "
                  + agent.name()
                  + " at "
                  + agent.line()
                  + " "
                  + agent.what()
                  + "."));
    }
    if (!remark.isEmpty()) {
      blocks.add(new Paragraph(remark));
    }
    listings(finding, repairs, blocks);
    repairs.forEach(
        result -> blocks.add(new Paragraph(Sentence.of(RepairWords.of(finding, result, source)))));
    blocks.add(
        ScheduleBlock.of(
            id + "-diagram",
            (finding.witness().steps().isEmpty()
                    ? "In every order it comes to this, under "
                    : "A "
                        + (finding.witness().shortest() ? "shortest " : "")
                        + "schedule that leads there, under ")
                + semantics.name(),
            diagrams.of(finding, semantics),
            source));
    FindingText text = new FindingText(source, semantics, job, _ -> {});
    blocks.add(
        new PageBlock.Facts(ImmutableMap.of("Run it again", text.replay(finding.witness()))));
    return new Part(id, title(finding), blocks.build());
  }

  private void listings(
      Finding finding,
      ImmutableList<RepairSearch.Result> repairs,
      ImmutableList.Builder<PageBlock> blocks) {
    List<PageBlock> listings = new ArrayList<>(SourceListing.of(source, FindingMarks.of(finding)));
    repairs.stream()
        .flatMap(result -> result.repair().stream())
        .forEach(repair -> listings.add(RepairDiff.of(source, repair)));
    if (listings.size() == 2) {
      blocks.add(new PageBlock.SideBySide(listings.get(0), listings.get(1)));
    } else {
      blocks.addAll(listings);
    }
  }

  private static String title(Finding finding) {
    return Sentence.capital(finding.kind().word()) + " at " + finding.line();
  }
}
