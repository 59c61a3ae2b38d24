package org.shmemlab.scenarios.replay;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.step.Access;

/** Steps and findings in one line each, so that two of them can be compared. */
final class ReplayText {
  private ReplayText() {}

  /** "PE 0, host, a.cu:12" or "network, visible at PE 1, a.cu:14". */
  static String of(WitnessStep step) {
    String name =
        step.network()
            ? "network, "
                + step.what().toLowerCase(Locale.ROOT).replace('_', ' ')
                + " at PE "
                + step.pe()
            : ("PE " + step.pe() + ", " + step.agent() + " " + step.what()).strip();
    return name + ", " + step.line();
  }

  /** The kind, and the accesses or lines with their places. */
  static String of(Finding finding) {
    String what;
    if (!finding.accesses().isEmpty()) {
      what = joined(" and ", finding.accesses(), ReplayText::access);
    } else if (!finding.agents().isEmpty()) {
      what = joined(", ", finding.agents(), agent -> "PE " + agent.pe() + " at " + agent.line());
    } else {
      what = finding.line() + ": " + finding.sentence();
    }
    return finding.kind().word() + ": " + what.replaceAll("\\R", " ");
  }

  private static <T> String joined(String between, List<T> all, Function<T, String> words) {
    return all.stream().map(words).collect(Collectors.joining(between));
  }

  private static String access(Access access) {
    String use = access.use().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return use + " of PE " + access.pe() + " at " + access.line();
  }
}
