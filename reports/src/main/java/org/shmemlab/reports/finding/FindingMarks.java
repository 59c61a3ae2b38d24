package org.shmemlab.reports.finding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;

/** Marks the lines of a source that a finding is about, each with what happens there. */
public final class FindingMarks {
  private static final List<String> ORDER = List.of("first: ", "second: ");

  private FindingMarks() {}

  /** Each line with a few words. */
  public static Map<SourceLine, String> of(Finding finding) {
    Map<SourceLine, String> marks = new LinkedHashMap<>();
    List<Access> accesses = finding.accesses();
    for (int i = 0; i < accesses.size(); i++) {
      marks.merge(
          accesses.get(i).line(),
          ORDER.get(i) + finding.words().side(accesses.get(i)),
          (one, other) -> one + "; " + other);
    }
    for (Blocked agent : finding.agents()) {
      marks.merge(
          agent.line(),
          "PE " + agent.pe() + " " + agent.name(),
          (one, other) -> one + ", " + other);
    }
    if (marks.isEmpty()) {
      marks.put(finding.line(), finding.mark());
    }
    return marks;
  }
}
