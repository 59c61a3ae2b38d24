package org.shmemlab.scenarios.source;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostic.Severity;

/** Collects findings. The same finding is kept once: templates and headers are read many times. */
public final class Diagnostics {
  /** Errors kept; a user mends the first few and runs again. */
  public static final int MAX_ERRORS = 20;

  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private int errors;

  public void error(SourceLine line, String message) {
    if (errors < MAX_ERRORS && found.add(new Diagnostic(Severity.ERROR, line, message))) {
      errors++;
    }
  }

  public void warning(SourceLine line, String message) {
    found.add(new Diagnostic(Severity.WARNING, line, message));
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /** Everything found, in the order of lines where it is of one file, else in order of finding. */
  public ImmutableList<Diagnostic> all() {
    boolean oneFile = found.stream().map(d -> d.line().file()).distinct().count() == 1;
    return oneFile
        ? ImmutableList.sortedCopyOf(Comparator.comparing(Diagnostic::line), found)
        : ImmutableList.copyOf(found);
  }
}
