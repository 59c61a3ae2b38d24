package org.shmemlab.reports;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes the line of the source below a message about it, with a mark under the place, as compilers
 * show it on a terminal:
 *
 * <pre>
 *    12 |   int x = ;
 *       |           ^
 * </pre>
 */
public final class Caret {
  /** Whether the launcher found standard error to be a terminal. */
  private static final boolean ON_TERMINAL = Boolean.getBoolean("shmemlab.terminal");

  private static final int MOST_CHARACTERS = 160;

  private Caret() {}

  /**
   * The lines to print below a finding; none where the output is no terminal or there is no column.
   */
  public static ImmutableList<String> below(ReportedFinding finding) {
    return ON_TERMINAL
        ? lines(finding.file(), finding.line(), finding.column())
        : ImmutableList.of();
  }

  /**
   * The lines.
   *
   * @param column in bytes, from 1
   */
  static ImmutableList<String> lines(String file, int line, int column) {
    if (line < 1 || column < 1) {
      return ImmutableList.of();
    }
    // a byte is a character here, as it is for the compiler that counts columns
    try (Stream<String> all = Files.lines(Path.of(file), StandardCharsets.ISO_8859_1)) {
      Optional<String> found = all.skip(line - 1L).findFirst();
      if (found.isEmpty() || column > found.get().length() + 1) {
        return ImmutableList.of(); // the file is another one now
      }
      byte[] bytes = found.get().getBytes(StandardCharsets.ISO_8859_1);
      String text = new String(bytes, StandardCharsets.UTF_8).replace('\t', ' ');
      String before = new String(bytes, 0, column - 1, StandardCharsets.UTF_8);
      if (text.length() > MOST_CHARACTERS) {
        return ImmutableList.of();
      }
      return ImmutableList.of(
          String.format(Locale.ROOT, "%5d | %s", line, text),
          "      | " + Strings.repeat(" ", before.length()) + "^");
    } catch (IOException | InvalidPathException | java.io.UncheckedIOException unreadable) {
      return ImmutableList.of();
    }
  }
}
