package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Decides where a call can be inserted so that a line of the source is its place: on lines of the
 * program's own file, and not in the condition or the step of a {@code for}, which are executed in
 * each iteration although they stand before the loop's body.
 */
final class RepairableLines implements Predicate<SourceLine> {
  private static final Pattern FOR = Pattern.compile("\\bfor\\s*\\(");

  private final String path;
  private final ImmutableList<String> lines;

  RepairableLines(SourceFile source) {
    path = source.path();
    lines = source.text().lines().collect(ImmutableList.toImmutableList());
  }

  @Override
  public boolean test(SourceLine line) {
    return line.file().equals(path)
        && line.line() > 0
        && (line.line() > lines.size() || !isRepeated(lines.get(line.line() - 1), line.column()));
  }

  private static boolean isRepeated(String text, int column) {
    Matcher header = FOR.matcher(text);
    while (header.find()) {
      int depth = 1;
      int first = text.indexOf(';', header.end());
      int end = header.end();
      while (end < text.length() && depth > 0) {
        depth += text.charAt(end) == '(' ? 1 : text.charAt(end) == ')' ? -1 : 0;
        end++;
      }
      boolean isBranch = column - 1 == header.start(); // Clang's place for those of the loop
      if (isBranch || (first >= 0 && column - 1 > first && column - 1 < end)) {
        return true;
      }
    }
    return false;
  }
}
