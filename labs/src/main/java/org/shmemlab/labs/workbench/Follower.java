package org.shmemlab.labs.workbench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.labs.workbench.Shown.Printed;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.reports.run.PeLines;

/** Collects what a run prints, as far as it may, and says how it ended. */
final class Follower implements Runner.Observer {
  private final GradingLimits limits;
  private final List<Printed> printed = new ArrayList<>();
  private final PeLines lines = new PeLines(this::keep);
  private long bytes;

  Follower(GradingLimits limits) {
    this.limits = limits;
  }

  @Override
  public void output(List<Output> pieces) {
    for (Output piece : pieces) {
      bytes += piece.text().length();
      if (bytes <= limits.outputBytes()) {
        lines.add(piece);
      }
    }
  }

  @Override
  public boolean goOn(long instructions) {
    return instructions < limits.instructions() && bytes <= limits.outputBytes();
  }

  private void keep(int pe, int channel, String text) {
    boolean error = channel == Output.STDERR;
    String words = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    int last = printed.size() - 1;
    if (last >= 0 && printed.get(last).pe() == pe && printed.get(last).error() == error) {
      printed.set(last, new Printed(pe, error, printed.get(last).text() + words));
    } else {
      printed.add(new Printed(pe, error, words));
    }
  }

  /** The output, in order. */
  List<Printed> printed() {
    lines.end();
    return printed;
  }

  /** Whether it printed more than it may. */
  boolean floods() {
    return bytes > limits.outputBytes();
  }

  /** How it ended, as a sentence. */
  String summary(RunResult result, long instructions) {
    return switch (result) {
      case RunResult.Finished finished -> {
        int first = 0;
        while (first < finished.status().size() && finished.status().get(first) == 0) {
          first++;
        }
        yield first < finished.status().size()
            ? "PE " + first + " ended with exit code " + finished.status().get(first) + "."
            : finished.status().size() == 1
                ? "The PE ended as it should."
                : "All " + finished.status().size() + " PEs ended as they should.";
      }
      case RunResult.Failed failed ->
          "PE " + failed.failure().pe() + " failed: " + failed.failure().text() + ".";
      case RunResult.Deadlock _ -> "A deadlock: no PE can proceed.";
      case RunResult.Stopped _ ->
          floods()
              ? "Stopped: it prints more than " + (limits.outputBytes() >> 10) + " KiB."
              : "Stopped after %,d instructions: it may never end.".formatted(instructions);
    };
  }

  static boolean good(RunResult result) {
    return result instanceof RunResult.Finished finished
        && finished.status().stream().allMatch(status -> status == 0);
  }
}
