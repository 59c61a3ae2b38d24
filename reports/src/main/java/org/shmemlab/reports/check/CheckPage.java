package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Makes an HTML page of a check, under profiles, under a transport or against interleavings: a
 * table of the files, and a section for each.
 */
public final class CheckPage implements CheckView {
  private final boolean single;
  private final IntFunction<String> data;
  private final FilesOnPage files;
  private @Nullable Diagrams diagrams;

  /**
   * A page without any file yet.
   *
   * @param origin the command, and what else its numbers come from: seed, engine, budget
   * @param single whether there is only one file, of which everything is shown
   * @param data the same check as JSON, of the exit code
   */
  public CheckPage(PageProvenance origin, boolean single, IntFunction<String> data) {
    this.files = new FilesOnPage(origin);
    this.single = single;
    this.data = data;
  }

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    files.rejected(file, findings);
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    files.add(section(judgement.test().source()).of(judgement));
  }

  @Override
  public void program(ProgramJudgement judgement) {
    files.add(section(judgement.source()).of(judgement));
  }

  @Override
  public void judged(TransportJudgement judgement) {
    files.add(section(judgement.source()).of(judgement));
  }

  @Override
  public void robust(SourceFile file, ImmutableList<Robustness> answers) {
    files.add(new RobustnessSection(file, answers, diagrams(file), files.id(), single).row());
  }

  @Override
  public void replayed(Replayed replayed) {
    SourceFile source = replayed.source();
    files.add(source, new CheckedSection(diagrams(source), files.id(), true).of(replayed));
  }

  /**
   * The page, once all is reported.
   *
   * @param exitCode of the command
   */
  public String html(int exitCode) {
    return files.html(data.apply(exitCode));
  }

  private CheckedSection section(SourceFile source) {
    return new CheckedSection(diagrams(source), files.id(), single);
  }

  private Diagrams diagrams(SourceFile source) {
    if (diagrams == null || !diagrams.source().path().equals(source.path())) {
      throw new IllegalStateException("no diagrams of " + source.path() + " were given");
    }
    return diagrams;
  }
}
