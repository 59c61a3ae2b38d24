package org.shmemlab.reports;

import com.google.common.base.Strings;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportAnswer.Observation;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.transports.rules.Transport;

/**
 * Writes the answers of a transport about files, as text: in the shape of herd, or a line for each
 * of several.
 */
public final class TransportText implements TransportView {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean single;

  /**
   * @param single whether there is only one file, of which everything is reported
   */
  public TransportText(PrintStream out, PrintStream err, boolean single) {
    this.out = out;
    this.err = err;
    this.single = single;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    out.flush();
    findings.forEach(finding -> err.print(finding + "\n"));
    err.flush();
  }

  @Override
  public void judged(TransportJudgement judgement) {
    String verdict = verdict(judgement);
    if (!single) {
      say(
          (judgement.good() ? "ok        " : "DIFFERENT ")
              + judgement.source().path()
              + ": "
              + verdict);
      unused(judgement);
      return;
    }
    TransportAnswer answer = judgement.answer();
    Exploration exploration = answer.exploration();
    String name = judgement.test().map(test -> test.name()).orElse(judgement.source().path());
    say((judgement.test().isPresent() ? "Test " : "Program ") + name);
    say("Hash " + judgement.source().sha256());
    say(title(answer.transport(), answer.pesPerNode(), judgement.job().pes()));
    say("States " + answer.outcomes().size());
    for (Outcome outcome : answer.outcomes()) {
      String mark = outcome.witness() ? "*>" : ":>";
      say(Strings.padEnd(String.valueOf(outcome.states()), 8, ' ') + mark + shown(outcome));
    }
    judgement
        .test()
        .ifPresent(test -> {
          int positive = count(answer, true);
          int negative = count(answer, false);
          say("Condition " + test.question());
          String often = answer.observation().map(Observation::word).orElse("Unknown");
          say("Observation " + name + " " + often + " " + positive + " " + negative);
        });
    say("Verdict " + verdict);
    say(
        "Explored "
            + BoundWords.number(exploration.states())
            + " states, "
            + BoundWords.of(exploration.bound())
            + (exploration.complete() ? "" : ": other orders were not seen"));
    FindingText text =
        new FindingText(
            judgement.source(),
            new Semantics.Implemented(answer.transport(), answer.pesPerNode()),
            judgement.job(),
            this::say);
    for (Finding finding : exploration.findings()) {
      Optional<Acceptance> accepted = judgement.acceptances().of(finding);
      if (accepted.isPresent()) {
        Wrapping.lines(AcceptanceWords.note(finding, accepted.get())).forEach(this::say);
      } else {
        text.write(finding, "error", "", judgement.repairs().of(finding));
      }
    }
    unused(judgement);
  }

  private void unused(TransportJudgement judgement) {
    judgement.unusedAllowances().stream()
        .map(AcceptanceWords::unused)
        .forEach(warning -> say(warning.toString()));
  }

  private static String shown(Outcome outcome) {
    return outcome.values().strip().replace("\n", "\n          ");
  }

  /** The transport of a job, and the places of its PEs. */
  static String title(Transport transport, int perNode, int pes) {
    String settings = transport.settings().toString();
    return "Transport "
        + transport.title()
        + (settings.isEmpty() ? "" : " with " + settings)
        + ", "
        + pes
        + " PEs, "
        + (perNode >= pes ? "one node" : perNode + " on each node");
  }

  /** The answer, and whether it is the one that the file expects or announces. */
  static String verdict(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    String word =
        judgement.test().isPresent()
            ? answer.verdict().map(Verdict::word).orElse("unknown")
            : word(answer.exploration().findings());
    return word
        + " on "
        + answer.transport().name()
        + judgement
            .expected()
            .map(expected ->
                judgement.good()
                    ? ", as expected"
                    : ", expected " + expected.verdict().word() + " (" + expected.line() + ")")
            .orElse("")
        + judgement
            .announced()
            .map(kind -> judgement.good() ? ", as announced" : ", but it announces " + kind)
            .orElse(judgement.isAccepted() ? ", all of it accepted" : "");
  }

  private static String word(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "nothing found";
    }
    return findings.stream().allMatch(finding -> finding.kind() == FindingKind.STALE)
        ? "a load finds an old value in a cache"
        : "it does not end well";
  }

  private static int count(TransportAnswer answer, boolean witness) {
    return answer.outcomes().stream()
        .filter(outcome -> outcome.witness() == witness)
        .mapToInt(Outcome::states)
        .sum();
  }

  @Override
  public void end() {
    out.flush();
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }
}
