package org.shmemlab.reports;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows the answers of a transport about files, as an HTML page: a table of them, and a section for
 * each.
 */
public final class TransportPage implements TransportView {
  private final boolean single;
  private final TransportJson data = new TransportJson();
  private final FilesOnPage files;
  private @Nullable Diagrams diagrams;

  /**
   * A page without any file yet.
   *
   * @param origin the command, and what else its numbers come from
   * @param single whether there is only one file, of which everything is shown
   */
  public TransportPage(PageProvenance origin, boolean single) {
    this.files = new FilesOnPage(origin);
    this.single = single;
  }

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    data.rejected(file, findings);
    files.rejected(file, findings);
  }

  @Override
  public void judged(TransportJudgement judgement) {
    data.judged(judgement);
    files.note(judgement.source());
    TransportSection section =
        new TransportSection(judgement, Objects.requireNonNull(diagrams), files.id(), single);
    files.add(
        section.name(), section.verdict(), section.tone(), section.found(), section.section());
  }

  @Override
  public void end() {
    data.end();
  }

  /**
   * The page, once all is reported.
   *
   * @param exitCode of the command
   */
  public String html(int exitCode) {
    return files.html(data.text(exitCode));
  }
}
