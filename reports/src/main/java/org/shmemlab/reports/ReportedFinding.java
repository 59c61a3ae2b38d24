package org.shmemlab.reports;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Warning;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.scenarios.source.Diagnostic;

/**
 * Holds one finding about a program.
 *
 * @param line 1-based; 0 where the finding is about the whole file
 * @param column 1-based, in bytes; 0 where only the line is known
 * @param pe who did it, or null where it is about the source or names several
 * @param agent "host", "thread 3 of block 0 of kernel k", "stream 1"; null where it is unknown
 */
public record ReportedFinding(
    String file,
    int line,
    int column,
    Severity severity,
    String text,
    @Nullable Integer pe,
    @Nullable String agent) {

  /** How bad a finding is. */
  public enum Severity {
    ERROR,
    WARNING
  }

  public static ReportedFinding of(Diagnostic diagnostic) {
    Severity severity =
        switch (diagnostic.severity()) {
          case ERROR -> Severity.ERROR;
          case WARNING -> Severity.WARNING;
        };
    return at(diagnostic.line(), severity, diagnostic.message(), null, null);
  }

  public static ReportedFinding of(Warning warning) {
    return at(warning.line(), Severity.WARNING, warning.text(), warning.pe(), null);
  }

  /** A conflict in the order of one run, which is a warning: the run goes on. */
  public static ReportedFinding of(Conflict conflict, ConflictWords words) {
    return at(
        conflict.second().line(),
        Severity.WARNING,
        "conflict: " + words.sides(conflict),
        null,
        null);
  }

  public static ReportedFinding of(ProgramFailure failure) {
    return at(failure.line(), Severity.ERROR, failure.text(), failure.pe(), failure.agent());
  }

  private static ReportedFinding at(
      SourceLine line,
      Severity severity,
      String text,
      @Nullable Integer pe,
      @Nullable String agent) {
    return new ReportedFinding(line.file(), line.line(), line.column(), severity, text, pe, agent);
  }

  /** {@code file:line:column: error: text (PE 3, host)}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(file);
    if (line > 0) {
      out.append(':').append(line);
    }
    if (column > 0) {
      out.append(':').append(column);
    }
    out.append(severity == Severity.ERROR ? ": error: " : ": warning: ").append(text);
    if (pe != null) {
      out.append(" (PE ").append(pe).append(agent == null ? "" : ", " + agent).append(')');
    }
    return out.toString();
  }
}
