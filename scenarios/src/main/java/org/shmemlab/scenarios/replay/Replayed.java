package org.shmemlab.scenarios.replay;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A schedule that was run again.
 *
 * @param source the program or litmus test
 * @param choices for each step its index among those that were possible
 * @param steps every step of the schedule
 * @param semantics by whose rules
 * @param findings the findings along the schedule, in that order
 * @param possible how many steps are possible at its end
 */
public record Replayed(
    SourceFile source,
    Semantics semantics,
    Job job,
    ImmutableIntArray choices,
    ImmutableList<WitnessStep> steps,
    ImmutableList<Finding> findings,
    int possible) {

  /**
   * The result of a replay.
   *
   * @param replayed null where the diagnostic says which step is not as it was
   */
  public record Result(@Nullable Replayed replayed, Optional<Diagnostic> diagnostic) {}

  /** Runs a schedule of choices, as {@code --schedule} gives it. */
  public static Result of(
      SourceFile source, Program program, Job job, Semantics semantics, ImmutableIntArray choices) {
    ImmutableList.Builder<ReplayFile.Step> steps = ImmutableList.builder();
    choices.stream()
        .forEach(
            choice -> steps.add(new ReplayFile.Step(choice, "", new SourceLine(source.path(), 0))));
    return run(source, program, job, semantics, steps.build());
  }

  /**
   * Runs the schedule of a file, and sees to it that each step and the finding are those of the
   * file.
   *
   * @param path of the file, for messages
   */
  public static Result of(SourceFile source, Program program, ReplayFile file, String path) {
    Result result = run(source, program, file.job(), file.semantics(), file.steps());
    String since = source.sha256().equals(file.sha256()) ? "" : changed(source);
    Replayed replayed = result.replayed();
    if (replayed == null) {
      return new Result(
          null,
          result
              .diagnostic()
              .map(one -> new Diagnostic(one.severity(), one.line(), one.message() + since)));
    }
    List<String> findings = replayed.words();
    if (!findings.contains(file.finding())) {
      return different(
          new SourceLine(path, 0),
          "after all "
              + file.steps().size()
              + " steps there is "
              + findings.getLast()
              + ", not "
              + file.finding()
              + since);
    }
    return result;
  }

  private static Result run(
      SourceFile source,
      Program program,
      Job job,
      Semantics semantics,
      ImmutableList<ReplayFile.Step> steps) {
    Walk walk = new Walk(semantics.start(program, job), semantics.conflicts());
    ImmutableList.Builder<WitnessStep> taken = ImmutableList.builder();
    // The schedule of another finding may pass a conflict.
    for (int i = 0; i < steps.size() && !walk.metConflict(); i++) {
      ReplayFile.Step step = steps.get(i);
      String number = "step " + (i + 1) + " of " + steps.size();
      if (step.choice() >= walk.enabled().size()) {
        return different(
            step.line(),
            number
                + ": there is no choice "
                + step.choice()
                + ", but "
                + walk.enabled().size()
                + (walk.enabled().size() == 1 ? " step is" : " steps are")
                + " possible"
                + walk.findings().reversed().stream()
                    .findFirst()
                    .map(last -> " after " + ReplayText.of(last))
                    .orElse(""));
      }
      WitnessStep described = walk.describe(step.choice());
      String words = ReplayText.of(described);
      if (!step.words().isEmpty() && !step.words().equals(words)) {
        return different(
            step.line(), number + ": the program has '" + words + "', not '" + step.words() + "'");
      }
      taken.add(described);
      walk.take(step.choice());
    }
    return new Result(
        new Replayed(
            source,
            semantics,
            job,
            walk.choices(),
            taken.build(),
            walk.findings().stream()
                .map(finding -> finding.in(semantics.words(program)))
                .collect(ImmutableList.toImmutableList()),
            walk.enabled().size()),
        Optional.empty());
  }

  private List<String> words() {
    return findings.isEmpty()
        ? List.of("nothing wrong")
        : findings.stream().map(ReplayText::of).toList();
  }

  private static String changed(SourceFile source) {
    return "; " + source.path() + " has changed since the schedule was written";
  }

  private static Result different(SourceLine line, String message) {
    return new Result(null, Optional.of(new Diagnostic(Diagnostic.Severity.ERROR, line, message)));
  }
}
