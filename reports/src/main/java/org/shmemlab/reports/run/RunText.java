package org.shmemlab.reports.run;

import com.google.common.base.Joiner;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.reports.Caret;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Wrapping;

/**
 * Writes a run as text: the output of the PEs, as they print it, and messages on standard error.
 *
 * <p>The bytes of the program are written unchanged. With tags every line begins with its PE:
 * {@code 3: }.
 */
public final class RunText implements RunView {
  /** Most waiting agents that are reported one by one. */
  private static final int MAX_BLOCKED = 20;

  /** Ranges of PEs that one line names. */
  private static final int MAX_RANGES = 8;

  private final String file;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean tags;
  private int unended; // channel whose last line has no end
  private final PeLines lines = new PeLines(this::write);

  /** Shows a run of the program in {@code file}. */
  public RunText(String file, PrintStream out, PrintStream err, boolean tags) {
    this.file = file;
    this.out = out;
    this.err = err;
    this.tags = tags;
  }

  @Override
  public void finding(ReportedFinding finding) {
    Wrapping.lines(finding.toString()).forEach(this::say);
    Caret.below(finding).forEach(this::say);
  }

  @Override
  public void output(List<Output> pieces) {
    pieces.forEach(lines::add);
  }

  @Override
  public void flush() {
    out.flush();
    err.flush();
  }

  @Override
  public void rejected(int exitCode) {
    flush();
  }

  @Override
  public void end(RunEnd end) {
    lines.end();
    end.findings().forEach(this::finding);
    switch (end.result()) {
      case RunResult.Finished finished -> statuses(finished.status());
      case RunResult.Deadlock deadlock -> deadlock(deadlock.agents(), deadlock.hints());
      case RunResult.Stopped stopped -> {
        say("shmemlab: stopped after " + end.instructions() + " instructions");
        agents(stopped.agents());
      }
      case RunResult.Failed _ -> {} // the first finding
    }
    if (end.timed() != null) {
      out.flush();
      TimedText.lines(end.timed()).forEach(line -> out.print(line + "\n"));
    }
    flush();
  }

  private void statuses(List<Integer> statuses) {
    Map<Integer, List<Integer>> pesByStatus = new TreeMap<>();
    for (int pe = 0; pe < statuses.size(); pe++) {
      if (statuses.get(pe) != 0) {
        pesByStatus.computeIfAbsent(statuses.get(pe), _ -> new ArrayList<>()).add(pe);
      }
    }
    pesByStatus.forEach(
        (status, pes) -> say("shmemlab: " + names(pes) + " exited with status " + status));
  }

  /** "PE 3", "PEs 0-7", "PEs 1, 3-5". */
  private static String names(List<Integer> pes) {
    List<String> ranges = new ArrayList<>();
    int first = 0;
    while (first < pes.size() && ranges.size() < MAX_RANGES) {
      int last = first;
      while (last + 1 < pes.size() && pes.get(last + 1) == pes.get(last) + 1) {
        last++;
      }
      ranges.add(last == first ? "" + pes.get(first) : pes.get(first) + "-" + pes.get(last));
      first = last + 1;
    }
    if (first < pes.size()) {
      ranges.add((pes.size() - first) + " more");
    }
    return (pes.size() == 1 ? "PE " : "PEs ") + Joiner.on(", ").join(ranges);
  }

  private void deadlock(List<Blocked> blocked, List<String> hints) {
    say(file + ": error: deadlock: no PE can proceed");
    agents(blocked);
    hints.forEach(hint -> Wrapping.lines("  " + hint).forEach(this::say));
  }

  private void agents(List<Blocked> blocked) {
    for (Blocked one : blocked.subList(0, Math.min(blocked.size(), MAX_BLOCKED))) {
      String agent = "  PE " + one.pe() + " " + one.name() + " at " + one.line();
      Wrapping.lines(agent + " " + one.what()).forEach(this::say);
    }
    if (blocked.size() > MAX_BLOCKED) {
      say("  and " + (blocked.size() - MAX_BLOCKED) + " more");
    }
  }

  private void say(String line) {
    out.flush(); // a terminal shows both streams: what was first comes first
    err.print(line + "\n");
    err.flush();
  }

  private void write(int pe, int channel, String text) {
    if (!tags) {
      write(channel, text);
      return;
    }
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      String line = text.substring(start, end < 0 ? text.length() : end);
      write(channel, pe + ": " + line + "\n");
      start += line.length() + 1;
    }
  }

  private void write(int channel, String text) {
    if (channel == unended) {
      unended = 0;
      write(channel, "\n"); // keeps two PEs apart that both end without a line end
    }
    if (!text.endsWith("\n")) {
      unended = channel;
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (channel == Output.STDOUT) {
      out.write(bytes, 0, bytes.length);
    } else {
      out.flush();
      err.write(bytes, 0, bytes.length);
      err.flush();
    }
  }
}
