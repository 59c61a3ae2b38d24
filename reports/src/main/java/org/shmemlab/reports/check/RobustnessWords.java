package org.shmemlab.reports.check;

import java.util.stream.Collectors;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.judge.Robustness;

/** Describes whether interleavings show all outcomes of a program, in words. */
final class RobustnessWords {
  private RobustnessWords() {}

  /** One line, and others under it where something is missing. */
  static String of(Robustness robustness) {
    String head = "under " + robustness.profile().name() + ' ';
    if (robustness.conflict().isPresent()) {
      var race = robustness.conflict().get();
      return head
          + "nothing is promised: "
          + race.words().access(race.conflict().first())
          + " and "
          + race.words().access(race.conflict().second())
          + " conflict\n  missing: "
          + race.words().missingOrder(race.conflict());
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
    boolean nccl = robustness.profile().isOfNccl();
    String fetch = nccl ? "a relaxed readSignal" : "signal_fetch";
    String completes = nccl ? "flush (of a put, by its signal and a wait)" : "quiet";
    String missing =
        lines.isEmpty()
            ? fetch + " shows a signal before what it follows; wait for it instead"
            : "to be complete before the agent goes on, as by a " + completes + ": " + lines;
    return text.append("\n  missing: ").append(missing).toString();
  }
}
