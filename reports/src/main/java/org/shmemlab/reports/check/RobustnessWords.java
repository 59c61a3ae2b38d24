package org.shmemlab.reports.check;

import java.util.stream.Collectors;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.scenarios.judge.Robustness;

/** Describes whether interleavings show all outcomes of a program, in words. */
final class RobustnessWords {
  private RobustnessWords() {}

  /** One line, and others under it where something is missing. */
  static String of(Robustness robustness) {
    String head = "under " + robustness.profile().name() + ' ';
    if (robustness.conflict().isPresent()) {
      var conflict = robustness.conflict().get().conflict();
      return head
          + "nothing is promised: "
          + ConflictWords.access(conflict.first())
          + " and "
          + ConflictWords.access(conflict.second())
          + " conflict\n  missing: "
          + ConflictWords.missingOrder(conflict);
    }
    if (!robustness.complete()) {
      return head + "not every order was seen; raise --budget";
    }
    if (robustness.robust()) {
      String count =
          robustness.outcomes() == 1 ? "one outcome" : robustness.outcomes() + " outcomes";
      return head + "robust: interleavings show all there is, " + count;
    }
    StringBuilder text = new StringBuilder(head).append("not robust");
    for (String weak : robustness.weak()) {
      text.append("\n  no interleaving shows: ").append(weak.strip().replace("\n", "; "));
    }
    String lines =
        robustness.missing().stream().map(SourceLine::toString).collect(Collectors.joining(", "));
    String missing =
        lines.isEmpty()
            ? "signal_fetch shows a signal before what it follows; wait for it instead"
            : "to be complete before the agent goes on, as by a quiet: " + lines;
    return text.append("\n  missing: ").append(missing).toString();
  }
}
