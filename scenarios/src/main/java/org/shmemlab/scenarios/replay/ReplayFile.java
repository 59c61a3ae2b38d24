package org.shmemlab.scenarios.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A schedule with everything that is needed to run it again, as a text file:
 *
 * <pre>
 * shmemlab replay 1
 * program race.cu
 * sha256 fd61f9...
 * profile nvshmem+pIsWaitable
 * pes 2
 * define THREADS=2
 * arg 100
 * finding conflict: put of PE 0 at race.cu:12 and load of PE 1 at race.cu:15
 * steps
 * 0 PE 0, host, race.cu:12
 * 2 network, visible at PE 1, race.cu:12
 * </pre>
 *
 * <p>The first line names the format and its version. The following lines say, in this order: the
 * program or litmus test, as a path from the folder in which the command was called; the SHA-256 of
 * its text; the profile with its switches, or the transport; the number of PEs; each macro that was
 * defined for the program ({@code define}) or undefined ({@code undefine}), each other word for the
 * compiler ({@code flag}), each other file of the program ({@code with}) and after it the
 * compiler's options for that one; each argument of the program, on a line of its own, where a
 * backslash stands as {@code \\}, a line feed as {@code \n} and a carriage return as {@code \r};
 * and the finding in which the schedule ends. A transport has the options of the command that made
 * it, each on a line of its own:
 *
 * <pre>
 * transport ibgda@3.5
 * pes-per-node 1
 * env NVSHMEM_IBGDA_NUM_RC_PER_PE=4
 * link adaptive-routing,late-visibility
 * pes-per-gpu 2
 * mps yes
 * </pre>
 *
 * <p>All but the first two are there only where they are not as usual. After {@code steps}, each
 * line is one step: its number among those that were possible, from 0, and the step in words, which
 * must still be those of the step with that number. Lines that begin with {@code #} and empty lines
 * say nothing.
 *
 * @param files the litmus test, or the files of the program, its first first
 * @param sha256 of its text when the schedule was found, in hexadecimal
 * @param finding in words
 */
public record ReplayFile(
    ImmutableList<Compiled> files,
    String sha256,
    Semantics semantics,
    Job job,
    String finding,
    ImmutableList<Step> steps) {
  static final String FORMAT = "shmemlab replay 1";

  /** A file of a program, and how it was compiled. */
  public record Compiled(String path, CompilerOptions options) {}

  /**
   * A step.
   *
   * @param choice its index among those that are possible
   * @param words the step as reports name it
   * @param line where the file says so, for messages about it
   */
  public record Step(int choice, String words, SourceLine line) {}

  /**
   * The result of reading a file.
   *
   * @param file null where a diagnostic is an error
   */
  public record Parsed(@Nullable ReplayFile file, ImmutableList<Diagnostic> diagnostics) {}

  /** The schedule that leads to a finding. */
  public static ReplayFile of(SourceFile program, Semantics semantics, Job job, Finding finding) {
    Witness witness = finding.witness();
    ImmutableList.Builder<Step> steps = ImmutableList.builder();
    for (int i = 0; i < witness.choices().length(); i++) {
      String words = ReplayText.of(witness.steps().get(i));
      steps.add(new Step(witness.choices().get(i), words, new SourceLine(program.path(), 0)));
    }
    return new ReplayFile(
        program.files().stream()
            .map(file -> new Compiled(file.path(), file.options()))
            .collect(ImmutableList.toImmutableList()),
        program.sha256(),
        semantics,
        job,
        ReplayText.of(finding),
        steps.build());
  }

  /**
   * The schedule of the same program whose files have other paths now.
   *
   * @param paths one for each file, in their order
   */
  public ReplayFile moved(List<String> paths) {
    UnaryOperator<String> renamed =
        words -> {
          String all = " " + words;
          for (int i = 0; i < paths.size(); i++) {
            all = all.replace(" " + files.get(i).path + ":", " " + paths.get(i) + ":");
          }
          return all.substring(1);
        };
    ImmutableList.Builder<Compiled> places = ImmutableList.builder();
    for (int i = 0; i < paths.size(); i++) {
      places.add(new Compiled(paths.get(i), files.get(i).options));
    }
    return new ReplayFile(
        places.build(),
        sha256,
        semantics,
        job,
        renamed.apply(finding),
        steps.stream()
            .map(step -> new Step(step.choice, renamed.apply(step.words), step.line))
            .collect(ImmutableList.toImmutableList()));
  }

  /** The text of the file. */
  public String text() {
    StringBuilder text = new StringBuilder(FORMAT).append('\n');
    text.append("program ").append(files.get(0).path).append('\n');
    text.append("sha256 ").append(sha256).append('\n');
    switch (semantics) {
      case Semantics.Promised promised -> line(text, "profile", promised.name());
      case Semantics.Implemented implemented ->
          TransportLines.write(implemented, (key, value) -> line(text, key, value));
    }
    semantics
        .rules()
        .forEach(table -> RulesLines.write(table, (key, value) -> line(text, key, value)));
    text.append("pes ").append(job.pes()).append('\n');
    for (int i = 0; i < files.size(); i++) {
      Compiled file = files.get(i);
      if (i > 0) {
        line(text, "with", file.path);
      }
      CompilerOptions options = file.options;
      options.macros().forEach((name, value) -> line(text, "define", name + "=" + value));
      options.undefined().forEach(name -> line(text, "undefine", name));
      options.flags().forEach(word -> line(text, "flag", word));
    }
    job.arguments().forEach(argument -> line(text, "arg", argument));
    text.append("finding ").append(finding).append('\n');
    text.append("steps\n");
    steps.forEach(step -> text.append(step.choice).append(' ').append(step.words).append('\n'));
    return text.toString();
  }

  private static void line(StringBuilder text, String key, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    text.append(key).append(' ').append(escaped).append('\n');
  }

  /** Reads a file. */
  public static Parsed parse(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics();
    ReplayReader reader = new ReplayReader(file, diagnostics);
    ReplayFile replay = reader.read();
    return new Parsed(diagnostics.hasErrors() ? null : replay, diagnostics.all());
  }
}
