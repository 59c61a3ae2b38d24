package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Groups findings by their cause: those that one repair mends lack the same order.
 *
 * @param repair the repair
 * @param findings those that it mends, two at least
 */
public record SharedRepairs(Repair repair, ImmutableList<Finding> findings) {

  /** The groups of a judgement, in the order of their first findings. */
  public static ImmutableList<SharedRepairs> of(ProgramJudgement judgement) {
    Map<Repair, List<Finding>> groups = new LinkedHashMap<>();
    for (Found found : judgement.findings()) {
      found
          .repairs()
          .flatMap(result -> result.repair())
          .ifPresent(repair ->
              groups.computeIfAbsent(repair, _ -> new ArrayList<>()).add(found.finding()));
    }
    return groups.entrySet().stream()
        .filter(group -> group.getValue().size() > 1)
        .map(group -> new SharedRepairs(group.getKey(), ImmutableList.copyOf(group.getValue())))
        .collect(ImmutableList.toImmutableList());
  }

  /** "3 findings (lines 22, 25), one cause: insert ... mends all of them". */
  public String words(SourceFile source) {
    String lines =
        findings.stream()
            .map(finding -> String.valueOf(finding.line().line()))
            .distinct()
            .collect(Collectors.joining(", "));
    return findings.size()
        + " findings (line"
        + (lines.contains(",") ? "s " : " ")
        + lines
        + "), one cause: "
        + RepairWords.text(repair, source)
        + " mends all of them";
  }
}
