package org.shmemlab.reports.finding;

import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Allowance;

/** Describes findings that are accepted, and comments that allow nothing. */
public final class AcceptanceWords {
  private AcceptanceWords() {}

  /** A line about an accepted finding: {@code a.cu:3:5: note: conflict, known: ...}. */
  public static String note(Finding finding, Acceptance acceptance) {
    return finding.line() + ": note: " + finding.kind().word() + ", " + acceptance.reason();
  }

  /** The warning about a comment that allows nothing. */
  public static ReportedFinding unused(Allowance allowance) {
    SourceLine line = allowance.comment();
    return new ReportedFinding(
        line.file(),
        line.line(),
        line.column(),
        ReportedFinding.Severity.WARNING,
        "this comment allows nothing: line "
            + allowance.at()
            + " has no "
            + allowance.kind().word()
            + " that is left to allow; remove it",
        null,
        null);
  }
}
