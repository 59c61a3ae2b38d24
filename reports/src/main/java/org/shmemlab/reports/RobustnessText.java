package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.source.SourceFile;

/** Reports whether a program is robust, as text. */
public final class RobustnessText implements RobustnessView {
  private final PrintStream out;
  private final PrintStream err;

  public RobustnessText(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    out.flush();
    findings.forEach(finding -> err.print(finding + "\n"));
    err.flush();
  }

  @Override
  public void checked(SourceFile file, ImmutableList<Robustness> answers) {
    answers.forEach(answer -> out.print(of(file.path(), answer)));
    out.flush();
  }

  @Override
  public void end() {
    out.flush();
  }

  // One line, and others under it where something is missing.
  private static String of(String file, Robustness robustness) {
    String head = file + ": under " + robustness.profile().name() + ' ';
    if (robustness.conflict().isPresent()) {
      var conflict = robustness.conflict().get().conflict();
      return head
          + "nothing is promised: "
          + ConflictWords.access(conflict.first())
          + " and "
          + ConflictWords.access(conflict.second())
          + " conflict\n  missing: "
          + ConflictWords.missingOrder(conflict)
          + '\n';
    }
    if (!robustness.complete()) {
      return head + "not every order was seen; raise --budget\n";
    }
    if (robustness.robust()) {
      String count =
          robustness.outcomes() == 1 ? "one outcome" : robustness.outcomes() + " outcomes";
      return head + "robust: interleavings show all there is, " + count + '\n';
    }
    StringBuilder text = new StringBuilder(head).append("not robust\n");
    for (String weak : robustness.weak()) {
      text.append("  no interleaving shows: ").append(weak.strip().replace("\n", "; "));
      text.append('\n');
    }
    String lines =
        robustness.missing().stream().map(SourceLine::toString).collect(Collectors.joining(", "));
    String missing =
        lines.isEmpty()
            ? "signal_fetch shows a signal before what it follows; wait for it instead"
            : "to be complete before the agent goes on, as by a quiet: " + lines;
    return text.append("  missing: ").append(missing).append('\n').toString();
  }
}
