package org.shmemlab.scenarios.replay;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;
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
 * <p>The first line names the format and its version. The others say, in this order: the program or
 * litmus test, as a path from the folder in which the command was called; the SHA-256 of its text;
 * the profile with its switches; the number of PEs; each macro that was defined for the program,
 * and each of its arguments, on a line of its own, where a backslash stands as {@code \\}, a line
 * feed as {@code \n} and a carriage return as {@code \r}; and what the schedule ends in. After
 * {@code steps}, each line is one step: its number among those that were possible, from 0, and the
 * step in words, which must still be those of the step with that number. Lines that begin with
 * {@code #} and empty lines say nothing.
 *
 * @param program path of the program or litmus test
 * @param macros that were defined for it
 * @param sha256 of its text when the schedule was found, in hexadecimal
 * @param finding in words
 */
public record ReplayFile(
    String program,
    ImmutableMap<String, String> macros,
    String sha256,
    Profile profile,
    Job job,
    String finding,
    ImmutableList<Step> steps) {
  private static final String FORMAT = "shmemlab replay 1";

  /**
   * A step.
   *
   * @param choice its index among those that are possible
   * @param words the step as a reader knows it
   * @param line where the file says so, for messages about it
   */
  public record Step(int choice, String words, SourceLine line) {}

  /**
   * What became of a file.
   *
   * @param file null where a diagnostic is an error
   */
  public record Parsed(@Nullable ReplayFile file, ImmutableList<Diagnostic> diagnostics) {}

  /** The schedule that leads to a finding. */
  public static ReplayFile of(SourceFile program, Profile profile, Job job, Finding finding) {
    Witness witness = finding.witness();
    ImmutableList.Builder<Step> steps = ImmutableList.builder();
    for (int i = 0; i < witness.choices().length(); i++) {
      String words = Words.of(witness.steps().get(i));
      steps.add(new Step(witness.choices().get(i), words, new SourceLine(program.path(), 0)));
    }
    return new ReplayFile(
        program.path(),
        program.macros(),
        program.sha256(),
        profile,
        job,
        Words.of(finding),
        steps.build());
  }

  /** The text of the file. */
  public String text() {
    StringBuilder text = new StringBuilder(FORMAT).append('\n');
    text.append("program ").append(program).append('\n');
    text.append("sha256 ").append(sha256).append('\n');
    text.append("profile ").append(profile.name()).append('\n');
    text.append("pes ").append(job.pes()).append('\n');
    macros.forEach((name, value) -> line(text, "define", name + "=" + value));
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
    Diagnostics diagnostics = new Diagnostics(file.path());
    Reader reader = new Reader(file, diagnostics);
    ReplayFile replay = reader.read();
    return new Parsed(diagnostics.hasErrors() ? null : replay, diagnostics.all());
  }

  /** Reads a file from line to line and stops at the first that is not as it must be. */
  private static final class Reader {
    private final SourceFile file;
    private final Diagnostics diagnostics;
    private final ImmutableList<String> lines;
    private int next;

    Reader(SourceFile file, Diagnostics diagnostics) {
      this.file = file;
      this.diagnostics = diagnostics;
      this.lines = ImmutableList.copyOf(Splitter.onPattern("\r?\n").splitToList(file.text()));
    }

    @Nullable ReplayFile read() {
      if (!line().equals(FORMAT)) {
        return error("this is no replay: its first line is not '" + FORMAT + "'");
      }
      next++;
      String program = value("program");
      String sha256 = value("sha256");
      String profileName = value("profile");
      Profile profile = profileName == null ? null : Profile.named(profileName).orElse(null);
      if (profileName != null && profile == null) {
        next--;
        error("there is no profile " + profileName);
      }
      String pesText = value("pes");
      Integer pes = pesText == null ? null : Ints.tryParse(pesText);
      if (pesText != null && (pes == null || pes < 1 || pes > Job.MAX_PES)) {
        next--;
        error("a job has 1 to " + Job.MAX_PES + " PEs, not " + pesText);
      }
      ImmutableMap.Builder<String, String> macros = ImmutableMap.builder();
      while (line().startsWith("define ")) {
        String definition = value("define");
        int equals = definition == null ? -1 : definition.indexOf('=');
        if (definition == null || equals < 1) {
          next--;
          return error("a macro is NAME=VALUE");
        }
        macros.put(definition.substring(0, equals), unescaped(definition.substring(equals + 1)));
      }
      ImmutableList.Builder<String> arguments = ImmutableList.builder();
      while (line().startsWith("arg ") || line().equals("arg")) {
        String argument = value("arg");
        arguments.add(argument == null ? "" : unescaped(argument));
      }
      String finding = value("finding");
      String steps = value("steps");
      if (program == null
          || sha256 == null
          || profile == null
          || pes == null
          || finding == null
          || steps == null) {
        return null; // the first that is missing was told
      }
      Job job = new Job(pes, pes, arguments.build(), ImmutableMap.of(), Job.Gpu.H200);
      ImmutableList<Step> read = steps();
      return new ReplayFile(
          program, macros.buildKeepingLast(), sha256, profile, job, finding, read);
    }

    private ImmutableList<Step> steps() {
      ImmutableList.Builder<Step> steps = ImmutableList.builder();
      for (; !line().isEmpty(); next++) {
        int space = line().indexOf(' ');
        Integer choice = space < 0 ? null : Ints.tryParse(line().substring(0, space));
        if (choice == null || choice < 0) {
          error("a step is a number and the step in words, not '" + line() + "'");
          break;
        }
        steps.add(
            new Step(choice, line().substring(space + 1), new SourceLine(file.path(), next + 1)));
      }
      return steps.build();
    }

    /** What the line says; empty at the end of the file. Passes over comments. */
    private String line() {
      while (next < lines.size()
          && (lines.get(next).isBlank() || lines.get(next).startsWith("#"))) {
        next++;
      }
      return next < lines.size() ? lines.get(next) : "";
    }

    private @Nullable String value(String key) {
      String line = line();
      if (!line.equals(key) && !line.startsWith(key + " ")) {
        error("here the line '" + key + " ...' is missing");
        return null;
      }
      next++;
      return line.equals(key) ? "" : line.substring(key.length() + 1);
    }

    private static String unescaped(String text) {
      StringBuilder plain = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        boolean escape = text.charAt(i) == '\\' && i + 1 < text.length();
        char c = escape ? text.charAt(++i) : text.charAt(i);
        plain.append(escape ? meant(c) : c);
      }
      return plain.toString();
    }

    private static char meant(char escaped) {
      return switch (escaped) {
        case 'n' -> '\n';
        case 'r' -> '\r';
        default -> escaped;
      };
    }

    private @Nullable ReplayFile error(String message) {
      if (!diagnostics.hasErrors()) {
        int line = Math.min(next + 1, lines.size());
        diagnostics.error(new SourceLine(file.path(), line), message);
      }
      return null;
    }
  }
}
