package org.shmemlab.reports.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Waiting;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;

/** Writes a run as JSON. Text of the PEs is read as UTF-8. */
public final class RunJson implements RunView {
  private static final long MOST_OUTPUT = 16L << 20;
  private static final int AROUND = 100; // characters of a document that are no text of the program

  private final String file;
  private final int pes;
  private final @Nullable Long seed;
  private String text = "";
  private final List<ReportedFinding> findings = new ArrayList<>();
  private final List<Printed> printed = new ArrayList<>();
  private final PeLines lines =
      new PeLines((pe, channel, text) -> keep(Printed.of(pe, channel, text)));
  private long kept; // characters of the document
  private long leftOut;

  /**
   * Describes a run of the program in {@code file}.
   *
   * @param seed of the schedule; null where it takes turns
   */
  public RunJson(String file, int pes, @Nullable Long seed) {
    this.file = file;
    this.pes = pes;
    this.seed = seed;
  }

  // A document is in memory as a whole, so a program that prints without end must not fill it.
  private void keep(Printed lines) {
    long size = (long) lines.text.length() + AROUND;
    if (size <= MOST_OUTPUT - kept) {
      kept += size;
      printed.add(lines);
    } else {
      kept = MOST_OUTPUT; // nothing after a gap
      leftOut += lines.text.length();
    }
  }

  /** The whole document, once the run has ended. */
  public String text() {
    return text;
  }

  @Override
  public void finding(ReportedFinding finding) {
    findings.add(finding);
  }

  @Override
  public void output(List<Output> pieces) {
    pieces.forEach(lines::add);
  }

  @Override
  public void flush() {
    // nothing is shown before the end
  }

  @Override
  public void rejected(int exitCode) {
    write(
        "rejected", exitCode, 0, ImmutableList.of(), ImmutableList.of(), ImmutableList.of(), null);
  }

  @Override
  public void end(RunEnd end) {
    lines.end();
    findings.addAll(end.findings());
    ImmutableList<Integer> statuses = ImmutableList.of();
    ImmutableList<Waiting> waiting = ImmutableList.of();
    ImmutableList<String> hints = ImmutableList.of();
    String result =
        switch (end.result()) {
          case RunResult.Finished finished -> {
            statuses = finished.status();
            yield "finished";
          }
          case RunResult.Failed _ -> "failed";
          case RunResult.Deadlock deadlock -> {
            waiting = Waiting.of(deadlock.agents());
            hints = deadlock.hints();
            yield "deadlock";
          }
          case RunResult.Stopped stopped -> {
            waiting = Waiting.of(stopped.agents());
            yield "stopped";
          }
        };
    if (leftOut > 0) {
      hints =
          ImmutableList.<String>builder()
              .addAll(hints)
              .add(
                  "the program printed "
                      + leftOut
                      + " characters more than have room here; without --json all are shown")
              .build();
    }
    write(result, end.exitCode(), end.instructions(), statuses, waiting, hints, end.timed());
  }

  private void write(
      String result,
      int exitCode,
      long instructions,
      ImmutableList<Integer> statuses,
      ImmutableList<Waiting> waiting,
      ImmutableList<String> hints,
      RunEnd.@Nullable Timed timed) {
    Run run =
        new Run(
            file,
            pes,
            seed,
            result,
            statuses,
            ImmutableList.copyOf(printed),
            instructions,
            ImmutableList.copyOf(findings),
            waiting,
            hints,
            timed == null ? null : TimedJson.of(timed));
    text = Document.text(Schema.RUN, exitCode, ImmutableList.of(run));
  }

  /** Holds the report of the run. */
  private record Run(
      String file,
      int pes,
      @Nullable Long seed,
      String result,
      ImmutableList<Integer> statuses,
      ImmutableList<Printed> output,
      long instructions,
      ImmutableList<ReportedFinding> diagnostics,
      ImmutableList<Waiting> deadlock,
      ImmutableList<String> hints,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TimedJson timed) {}

  /** One or more lines of a PE. */
  private record Printed(int pe, String stream, String text) {
    static Printed of(int pe, int channel, String bytes) {
      String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      return new Printed(pe, channel == Output.STDOUT ? "stdout" : "stderr", text);
    }
  }
}
