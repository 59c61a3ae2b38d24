package org.shmemlab.scenarios.judge;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Reads from the first lines of a program how it wants to be started and compiled.
 *
 * <pre>
 * // run: shmemlab run examples/atomic_ticket.cu -n 4
 * // check: shmemlab check examples/atomic_ticket.cu -n 2 -D THREADS=2
 * </pre>
 *
 * <p>Paths in it begin where its own begins.
 *
 * @param pes the number of PEs that its {@code check:} line asks for, or else its {@code run:} line
 * @param options the compiler's options in its {@code check:} line, or else in its {@code run:}
 *     line
 */
public record HeaderComment(OptionalInt pes, CompilerOptions options) {
  private static final Pattern RUN = Pattern.compile("run: *shmemlab .*-n ([1-9]\\d{0,3})\\b");
  private static final Pattern CHECK = Pattern.compile("check: *shmemlab .*-n ([1-9]\\d{0,3})\\b");
  private static final Pattern MACRO = Pattern.compile(" -D *([A-Za-z_]\\w*)(?:=(\\S*))?");
  private static final Pattern FOLDER = Pattern.compile(" -I *(\\S+)");

  /** Reads the comment lines that a file begins with, or {@code pes} of a launch file. */
  public static HeaderComment of(SourceFile file) {
    if (file.isLaunch()) {
      return new HeaderComment(LaunchFiles.pes(file), CompilerOptions.NONE);
    }
    OptionalInt pes = OptionalInt.empty();
    CompilerOptions options = CompilerOptions.NONE;
    for (String line : file.text().lines().takeWhile(line -> line.startsWith("//")).toList()) {
      Matcher run = RUN.matcher(line);
      if (run.find() && pes.isEmpty()) {
        pes = OptionalInt.of(Integer.parseInt(run.group(1)));
        options = folders(line, file);
      }
      Matcher check = CHECK.matcher(line);
      if (check.find()) {
        pes = OptionalInt.of(Integer.parseInt(check.group(1)));
        options = folders(line, file);
        for (Matcher macro = MACRO.matcher(line); macro.find(); ) {
          String value = macro.group(2) == null ? "1" : macro.group(2);
          options = options.define(ImmutableMap.of(macro.group(1), value));
        }
      }
    }
    return new HeaderComment(pes, options);
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
