package org.shmemlab.scenarios.spacetime;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Finds names in a program's text for objects and calls that the machine identifies by their place.
 */
final class DiagramNames {
  private static final Pattern MADE_AT = Pattern.compile(".* of (.+):(\\d+):(\\d+)");
  private static final Pattern ASSIGNED = Pattern.compile("(\\w+(?:\\[\\w+])?)\\s*=(?!=)");
  private static final Pattern CALL = Pattern.compile("\\b(?:nv)?shmemx?_\\w+|\\bMPI_\\w+");

  private final SourceFile source;

  DiagramNames(SourceFile source) {
    this.source = source;
  }

  /** The source's call at a place, or the fallback where there is none to be seen. */
  String call(SourceLine line, String fallback) {
    String text = lineOf(line.file(), line.line());
    Matcher call = CALL.matcher(text);
    int from = Math.max(0, Math.min(line.column() - 1, text.length()));
    return call.find(from) || call.find(0) ? call.group() : fallback;
  }

  /**
   * An object's name: that of the variable that its address is kept in first, where the line that
   * makes it says so.
   */
  String object(String known) {
    Matcher made = MADE_AT.matcher(known);
    if (!made.matches()) {
      return known;
    }
    String line = lineOf(made.group(1), Integer.parseInt(made.group(2)));
    int column = Math.min(Integer.parseInt(made.group(3)), line.length());
    Matcher assigned = ASSIGNED.matcher(line.substring(0, column));
    String name = known;
    while (assigned.find()) {
      name = assigned.group(1);
    }
    return name;
  }

  private String lineOf(String file, int number) {
    for (SourceFile one : source.files()) {
      if (one.path().equals(file)) {
        List<String> lines = Splitter.on('\n').splitToList(one.text());
        return number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
      }
    }
    return "";
  }
}
