package org.shmemlab.reports.check;

import java.util.List;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.transports.rules.Transport;

/** Describes transports and their answers about files, in words. */
public final class TransportWords {
  private TransportWords() {}

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
  public static String verdict(TransportJudgement judgement) {
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
        ? "a load is stale"
        : "an execution does not end well";
  }
}
