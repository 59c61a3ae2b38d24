package org.shmemlab.scenarios.source;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostic.Severity;

/** Collects findings. The same finding is kept once: templates and headers are read many times. */
public final class Diagnostics {
  /** Errors kept; a user corrects the first few and runs again. */
  public static final int MAX_ERRORS = 20;

  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private final Set<Diagnostic> more = new LinkedHashSet<>(); // errors beyond those
  private int errors;

  public void error(SourceLine line, String message) {
    Diagnostic error = new Diagnostic(Severity.ERROR, line, message);
    if (errors < MAX_ERRORS) {
      errors += found.add(error) ? 1 : 0;
    } else if (!found.contains(error)) {
      more.add(error);
    }
  }

  public void warning(SourceLine line, String message) {
    found.add(new Diagnostic(Severity.WARNING, line, message));
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /**
   * Everything found, in the order of lines where it is of one file, else in order of finding; and
   * at the end how many errors more there are, at the first of those.
   */
  public ImmutableList<Diagnostic> all() {
    boolean oneFile = found.stream().map(d -> d.line().file()).distinct().count() == 1;
    ImmutableList.Builder<Diagnostic> all = ImmutableList.builder();
    all.addAll(
        oneFile
            ? ImmutableList.sortedCopyOf(Comparator.comparing(Diagnostic::line), found)
            : found);
    more.stream()
        .limit(1)
        .forEach(next -> all.add(new Diagnostic(Severity.ERROR, next.line(), rest())));
    return all.build();
  }

  private String rest() {
    String count = more.size() == 1 ? "1 more error" : more.size() + " more errors";
    return count + " from here on; correct those above first";
  }
}
