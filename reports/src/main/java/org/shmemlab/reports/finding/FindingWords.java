package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.explore.Finding;

/** Puts together what a finding answers, as several reports show it. */
public final class FindingWords {
  private FindingWords() {}

  /** The sentence, and of which PE it is where it names no agents itself. */
  public static String statement(Finding finding) {
    return finding.sentence() + (namesAgents(finding) ? "" : " (PE " + finding.pe() + ")");
  }

  /** A sentence that says where it is, too. */
  public static String placed(Finding finding) {
    return namesAgents(finding) ? finding.sentence() : finding.line() + ": " + statement(finding);
  }

  /** The sentence with the order that is missing. */
  public static String whole(Finding finding) {
    return finding.sentence()
        + finding.missingOrder().map(order -> ". Missing order: " + order).orElse("");
  }

  /** Its subject, without the mistake: the accesses, or its line and sentence. */
  public static String subject(Finding finding) {
    if (!finding.accesses().isEmpty()) {
      return String.join(" and ", accesses(finding));
    }
    return finding.agents().isEmpty()
        ? finding.line() + ": " + finding.sentence()
        : finding.sentence();
  }

  /** "the put of PE 0 at a.cu:12 (2nd execution)", of each access. */
  public static ImmutableList<String> accesses(Finding finding) {
    return finding.words().accesses(finding.accesses(), finding.executions());
  }

  private static boolean namesAgents(Finding finding) {
    return !finding.accesses().isEmpty() || !finding.agents().isEmpty();
  }
}
