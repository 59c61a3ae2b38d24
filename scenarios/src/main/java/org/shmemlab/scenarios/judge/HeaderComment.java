package org.shmemlab.scenarios.judge;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Reads from the first lines of a program how it wants to be started and compiled.
 *
 * <pre>
 * // run: shmemlab run examples/atomic_ticket.cu -n 4
 * // check: shmemlab check examples/atomic_ticket.cu -n 2 -D THREADS=2
 * </pre>
 *
 * <p>Paths in it begin where its own begins. Other options in it say nothing here.
 *
 * @param pes the number of PEs that its {@code check:} line asks for, or else its {@code run:} line
 * @param options the compiler's options in its {@code check:} line, or else in its {@code run:}
 *     line
 * @param mistakes what is wrong with {@code check:} lines
 */
public record HeaderComment(
    OptionalInt pes, CompilerOptions options, ImmutableList<Diagnostic> mistakes) {
  private static final Pattern RUN = Pattern.compile("run: *shmemlab .*-n ([1-9]\\d{0,3})\\b");
  private static final Pattern CHECK = Pattern.compile("// *check: *(?:\\./)?shmemlab\\b(.*)");
  private static final Pattern PES = Pattern.compile(" (?:-n|--pes)(?:[ =]*)(\\S*)");
  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,3}");
  private static final Pattern MACRO = Pattern.compile(" -D *(\\S*)");
  private static final Pattern DEFINITION = Pattern.compile("([A-Za-z_]\\w*)(?:=(.*))?");
  private static final Pattern FOLDER = Pattern.compile(" -I *(\\S+)");
  private static final String FORM =
      "write it as '// check: shmemlab check FILE -n 2 -D NAME=VALUE'";

  /** Reads the comment lines that a file begins with, or {@code pes} of a launch file. */
  public static HeaderComment of(SourceFile file) {
    if (file.isLaunch()) {
      return new HeaderComment(LaunchFiles.pes(file), CompilerOptions.NONE, ImmutableList.of());
    }
    OptionalInt pes = OptionalInt.empty();
    CompilerOptions options = CompilerOptions.NONE;
    List<Diagnostic> mistakes = new ArrayList<>();
    int number = 0;
    boolean head = true;
    for (String line : file.text().lines().toList()) {
      SourceLine place = new SourceLine(file.path(), ++number);
      head &= line.startsWith("//");
      Matcher run = RUN.matcher(line);
      if (head && run.find() && pes.isEmpty()) {
        pes = OptionalInt.of(Integer.parseInt(run.group(1)));
        options = folders(line, file);
      }
      Matcher check = CHECK.matcher(line);
      if (check.lookingAt() && !head) {
        mistakes.add(
            mistake(place, "it stands after other lines than comments; move it to the head"));
      } else if (check.lookingAt()) {
        OptionalInt asked = pes(check.group(1), place, mistakes);
        pes = asked.isPresent() ? asked : pes;
        options = macros(check.group(1), folders(line, file), place, mistakes);
      }
    }
    return new HeaderComment(pes, options, ImmutableList.copyOf(mistakes));
  }

  private static OptionalInt pes(String words, SourceLine place, List<Diagnostic> mistakes) {
    Matcher pes = PES.matcher(words);
    if (!pes.find()) {
      return OptionalInt.empty();
    }
    if (NUMBER.matcher(pes.group(1)).matches()) {
      return OptionalInt.of(Integer.parseInt(pes.group(1)));
    }
    mistakes.add(mistake(place, "'" + pes.group(1) + "' is no number of PEs; " + FORM));
    return OptionalInt.empty();
  }

  private static CompilerOptions macros(
      String words, CompilerOptions folders, SourceLine place, List<Diagnostic> mistakes) {
    CompilerOptions options = folders;
    for (Matcher macro = MACRO.matcher(words); macro.find(); ) {
      Matcher definition = DEFINITION.matcher(macro.group(1));
      if (definition.matches()) {
        String value = definition.group(2) == null ? "1" : definition.group(2);
        options = options.define(ImmutableMap.of(definition.group(1), value));
      } else {
        mistakes.add(mistake(place, "'" + macro.group(1) + "' defines no macro; " + FORM));
      }
    }
    return options;
  }

  private static Diagnostic mistake(SourceLine place, String what) {
    return new Diagnostic(Diagnostic.Severity.ERROR, place, "check line: " + what);
  }

  private static CompilerOptions folders(String line, SourceFile file) {
    CompilerOptions options = CompilerOptions.NONE;
    Optional<String> start =
        start(line, file.path())
            .or(() -> start(line, Path.of(file.path()).toAbsolutePath().normalize().toString()));
    if (start.isPresent()) {
      for (Matcher folder = FOLDER.matcher(line); folder.find(); ) {
        options = options.with("-I", start.get() + folder.group(1));
      }
    }
    return options;
  }

  /** The prefix of a file's path now, before the path by which a line names the file. */
  private static Optional<String> start(String line, String path) {
    for (String word : Splitter.on(' ').split(line)) {
      if (word.contains(".") && (path.equals(word) || path.endsWith("/" + word))) {
        return Optional.of(path.substring(0, path.length() - word.length()));
      }
    }
    return Optional.empty();
  }
}
