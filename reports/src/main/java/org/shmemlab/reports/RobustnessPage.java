package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Whether interleavings show all outcomes of files, as an HTML page: a section for each file. */
public final class RobustnessPage implements RobustnessView {
  private final boolean single;
  private final RobustnessJson data = new RobustnessJson();
  private final FilesOnPage files;
  private @Nullable Diagrams diagrams;

  /**
   * A page without any file yet.
   *
   * @param origin the command, and what else its numbers come from
   * @param single whether there is only one file, of which everything is shown
   */
  public RobustnessPage(PageProvenance origin, boolean single) {
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
  public void checked(SourceFile file, ImmutableList<Robustness> answers) {
    data.checked(file, answers);
    files.note(file);
    RobustnessSection section =
        new RobustnessSection(file, answers, Objects.requireNonNull(diagrams), files.id(), single);
    files.add(file.path(), section.verdict(), section.tone(), section.found(), section.section());
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
