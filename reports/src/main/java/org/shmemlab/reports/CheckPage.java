package org.shmemlab.reports;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** A check as an HTML page: a table of the files, and a section for each. */
public final class CheckPage implements CheckView {
  private final boolean single;
  private final CheckJson data = new CheckJson();
  private final FilesOnPage files;
  private @Nullable Diagrams diagrams;

  /**
   * A page without any file yet.
   *
   * @param origin the command, and what else its numbers come from: seed, engine, budget
   * @param single whether there is only one file, of which everything is shown
   */
  public CheckPage(PageProvenance origin, boolean single) {
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
  public void litmus(LitmusJudgement judgement) {
    data.litmus(judgement);
    SourceFile source = judgement.test().source();
    files.note(source);
    LitmusSection test = new LitmusSection(judgement, diagrams(source), files.id(), single);
    files.add(judgement.test().name(), test.verdict(), test.tone(), test.found(), test.section());
  }

  @Override
  public void program(ProgramJudgement judgement) {
    data.program(judgement);
    files.note(judgement.source());
    ProgramSection program =
        new ProgramSection(judgement, diagrams(judgement.source()), files.id(), single);
    files.add(
        judgement.source().path(),
        program.verdict(),
        program.tone(),
        program.found(),
        program.section());
  }

  @Override
  public void replayed(Replayed replayed) {
    data.replayed(replayed);
    files.note(replayed.source());
    files.add(new ReplaySection(replayed, diagrams(replayed.source()), files.id()).section());
  }

  @Override
  public void end(CheckTotals totals) {
    data.end(totals);
  }

  /**
   * The page, once all is reported.
   *
   * @param exitCode of the command
   */
  public String html(int exitCode) {
    return files.html(data.text(exitCode));
  }

  private Diagrams diagrams(SourceFile source) {
    if (diagrams == null || !diagrams.source().path().equals(source.path())) {
      throw new IllegalStateException("nobody said how " + source.path() + " is drawn");
    }
    return diagrams;
  }
}
