package org.shmemlab.conformance.answers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.judge.ExplorationLimits;

/** Writes an answer in words: the explored part, the outcomes, and the findings. */
final class Told {
  private Told() {}

  /** How much an engine looked at, how often it saw each outcome, and what it found. */
  static String size(ExplorationLimits limits, Exploration exploration) {
    Map<String, Integer> kinds = new TreeMap<>();
    exploration.findings().forEach(finding -> kinds.merge(finding.kind().word(), 1, Integer::sum));
    return " %s %d %s%s%s;"
        .formatted(
            limits.engine().key(),
            exploration.states(),
            exploration.outcomes().values(),
            kinds.isEmpty() ? "" : " " + kinds,
            exploration.complete() ? "" : " in part");
  }

  /** Each outcome and each finding, with the schedule that leads to it. */
  static List<String> all(Exploration exploration) {
    List<String> lines = new ArrayList<>();
    exploration
        .outcomes()
        .forEach((outcome, times) ->
            lines.add("  %d times %s".formatted(times, outcome.strip().replace("\n", "; "))));
    for (Finding finding : exploration.findings()) {
      tell(finding, lines);
      finding.witness().steps().forEach(step -> lines.add("    after " + step(step)));
      lines.add("    by choices " + finding.witness().choices());
    }
    return lines;
  }

  private static void tell(Finding finding, List<String> lines) {
    if (!finding.accesses().isEmpty()) {
      lines.add(
          "  conflict of "
              + finding.accesses().stream().map(Told::access).collect(Collectors.joining(" and ")));
    }
    finding.agents().forEach(agent -> lines.add(waits(agent)));
    finding.round().forEach(step -> lines.add("    again " + step(step)));
    if (finding instanceof Finding.Failure(ProgramFailure failure, Witness _)) {
      lines.add(
          "  failure of %s on PE %d at %s: %s"
              .formatted(failure.agent(), failure.pe(), line(failure.line()), failure.text()));
    }
    if (finding instanceof Finding.Stale) {
      lines.add("  stale load at " + line(finding.line()));
    }
  }

  private static String access(Access access) {
    return "%s of PE %d at %s, bytes %d to %d"
        .formatted(access.use(), access.pe(), line(access.line()), access.from(), access.to());
  }

  private static String waits(Blocked agent) {
    return "  PE %d: %s at %s %s"
        .formatted(agent.pe(), agent.name(), line(agent.line()), agent.what());
  }

  private static String step(WitnessStep step) {
    return "%s%s %s at %s of PE %d"
        .formatted(
            step.network() ? "network: " : "",
            step.agent(),
            step.what(),
            line(step.line()),
            step.pe());
  }

  private static String line(SourceLine line) {
    return Integer.toString(line.line());
  }
}
