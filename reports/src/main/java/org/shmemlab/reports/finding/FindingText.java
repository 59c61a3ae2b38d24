package org.shmemlab.reports.finding;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.Wrapping;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.ShellWords;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.GpuSharing;
import org.shmemlab.transports.rules.Transport;

/** Writes a finding as text: its kind and place, the missing order, a schedule that leads there. */
public final class FindingText {
  /** A longer schedule is no use on a command line. */
  private static final int MAX_CHOICES = 200;

  private final SourceFile source;
  private final Semantics semantics;
  private final Job job;
  private final Consumer<String> say;
  private final Function<Finding, ImmutableList<String>> drawn;

  /**
   * Prepares the findings of one program.
   *
   * @param semantics under which they were found, for the command that shows them again
   * @param job with which they were found
   * @param say receives each line
   */
  public FindingText(SourceFile source, Semantics semantics, Job job, Consumer<String> say) {
    this(
        source,
        semantics,
        job,
        say,
        finding -> new ScheduleText(source).lines(finding.witness().steps()));
  }

  /**
   * The same with schedules that are drawn otherwise.
   *
   * @param drawn the lines of a finding's schedule
   */
  public FindingText(
      SourceFile source,
      Semantics semantics,
      Job job,
      Consumer<String> say,
      Function<Finding, ImmutableList<String>> drawn) {
    this.drawn = drawn;
    this.source = source;
    this.semantics = semantics;
    this.job = job;
    this.say = say;
  }

  /**
   * Writes a finding.
   *
   * @param severity "error" or "warning"
   * @param remark a line of its own, if it is not empty
   * @param repairs repairs of it, if they were asked for: each of them alone is enough
   */
  public void write(
      Finding finding, String severity, String remark, List<RepairSearch.Result> repairs) {
    String start = finding.line() + ": " + severity + ": " + finding.kind().label();
    sentence(
        start
            + FindingWords.statement(finding)
            + finding.missingOrder().map(order -> ". Missing order: " + order + ".").orElse(""));
    finding.values().ifPresent(values -> sentence("  Values: " + values + "."));
    agents(finding.agents());
    if (!remark.isEmpty()) {
      sentence("  " + remark);
    }
    repairs.stream()
        .map(result -> RepairWords.of(finding, result, source))
        .distinct()
        .forEach(words -> sentence("  " + words));
    schedule(finding);
    if (!finding.round().isEmpty()) {
      say.accept("  From there these steps lead back to the same state:");
      new ScheduleText(source).lines(finding.round()).forEach(line -> say.accept("    " + line));
    }
  }

  private void agents(List<Blocked> agents) {
    for (Blocked one : agents) {
      sentence("  PE " + one.pe() + " " + one.name() + " at " + one.line() + " " + one.what());
    }
  }

  private void sentence(String text) {
    Wrapping.lines(text).forEach(say);
  }

  private void schedule(Finding finding) {
    Witness witness = finding.witness();
    ImmutableList<String> lines = drawn.apply(finding);
    if (lines.size() == 1) { // the heading
      return;
    }
    say.accept(
        witness.steps().isEmpty()
            ? "  In every order it comes to this:"
            : "  A " + (witness.shortest() ? "shortest " : "") + "schedule that leads there:");
    lines.forEach(line -> say.accept("    " + line));
    int steps = witness.choices().length();
    say.accept(
        "  Replay: "
            + (steps > MAX_CHOICES
                ? "--save-replays writes a file with its " + steps + " steps"
                : replay(witness.choices())));
  }

  /** The command that runs a schedule again. */
  public String replay(Witness witness) {
    return replay(witness.choices());
  }

  private String replay(ImmutableIntArray choices) {
    return Joiner.on(' ').join(CheckWords.words(source, rules(), job))
        + " --schedule "
        + (choices.isEmpty() ? "''" : Joiner.on(',').join(choices.asList()));
  }

  private List<String> rules() {
    ImmutableList.Builder<String> all = ImmutableList.builder();
    all.addAll(options());
    semantics.rules().forEach(table -> all.add("--rules", ShellWords.quoted(table.file())));
    return all.build();
  }

  private List<String> options() {
    return switch (semantics) {
      case Semantics.Promised(Profile profile) -> List.of("--profile", profile.name());
      case Semantics.Implemented(Transport transport, int perNode) -> {
        ImmutableList.Builder<String> words = ImmutableList.builder();
        words.add("--transport", transport.key(), "--gpus-per-node", String.valueOf(perNode));
        transport
            .settings()
            .set()
            .forEach((variable, value) ->
                words.add("--env", ShellWords.quoted(variable.environmentName() + "=" + value)));
        if (!transport.linkFlags().isEmpty()) {
          words.add("--link", String.join(",", transport.linkFlags()));
        }
        GpuSharing sharing = transport.sharing();
        if (sharing.pesPerGpu() > 1) {
          words.add("--pes-per-gpu", String.valueOf(sharing.pesPerGpu()));
          words.add("--env", GpuSharing.PERCENTAGE + "=" + sharing.percentage());
        }
        if (sharing.mps()) {
          words.add("--mps");
        }
        yield words.build();
      }
    };
  }
}
