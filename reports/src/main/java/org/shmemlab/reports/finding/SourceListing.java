package org.shmemlab.reports.finding;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.page.PageBlock.Listing;
import org.shmemlab.reports.page.PageBlock.Listing.Line;
import org.shmemlab.scenarios.source.SourceFile;

/** Lists the lines of a source around some that are marked. */
public final class SourceListing {
  private static final int CONTEXT = 6;

  /** A source of so few lines is shown whole. */
  private static final int FEW_LINES = 25;

  private SourceListing() {}

  /**
   * One listing for each file that has a marked line.
   *
   * @param marks lines with the notes after them
   */
  public static ImmutableList<Listing> of(SourceFile source, Map<SourceLine, String> marks) {
    ImmutableList.Builder<Listing> all = ImmutableList.builder();
    for (SourceFile file : source.files()) {
      TreeMap<SourceLine, String> here = new TreeMap<>();
      marks.forEach((line, note) -> {
        if (line.file().equals(file.path()) && line.line() > 0) {
          here.put(line, note);
        }
      });
      if (!here.isEmpty()) {
        all.add(new Listing(file.path(), lines(file, here)));
      }
    }
    return all.build();
  }

  /** A whole source without marks. */
  public static Listing whole(SourceFile file) {
    return new Listing(file.path(), lines(file, new TreeMap<>(ImmutableMap.of())));
  }

  private static ImmutableList<Line> lines(SourceFile file, SortedMap<SourceLine, String> marks) {
    List<String> text = Splitter.on('\n').splitToList(file.text().stripTrailing());
    ImmutableList.Builder<Line> lines = ImmutableList.builder();
    boolean gap = false;
    for (int number = 1; number <= text.size(); number++) {
      int line = number;
      List<SourceLine> here = marks.keySet().stream().filter(m -> m.line() == line).toList();
      boolean near =
          text.size() <= FEW_LINES
              || marks.isEmpty()
              || marks.keySet().stream().anyMatch(m -> Math.abs(m.line() - line) <= CONTEXT);
      if (!near) {
        gap = true;
        continue;
      }
      if (gap) {
        lines.add(new Line(0, "…", "", 0, 0, ""));
        gap = false;
      }
      lines.add(here.isEmpty() ? plain(line, text) : marked(line, text, here, marks));
    }
    return lines.build();
  }

  private static Line plain(int number, List<String> text) {
    return new Line(number, text.get(number - 1), "", 0, 0, "");
  }

  private static Line marked(
      int number, List<String> text, List<SourceLine> here, SortedMap<SourceLine, String> marks) {
    String line = text.get(number - 1);
    int from = line.length();
    int to = 0;
    StringBuilder note = new StringBuilder();
    for (SourceLine one : here) {
      int start = one.column() == 0 ? indent(line) : character(line, one.column());
      from = Math.min(from, start);
      to = Math.max(to, one.column() == 0 ? line.length() : end(line, start));
      note.append(note.isEmpty() ? "" : "; ").append(marks.get(one));
    }
    return new Line(number, line, "marked", from, Math.max(from, to), note.toString());
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  // Columns count bytes from 1.
  private static int character(String line, int column) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    int before = Math.min(column - 1, bytes.length);
    return new String(bytes, 0, before, StandardCharsets.UTF_8).length();
  }

  // The end of the name that begins there, with its arguments.
  private static int end(String line, int start) {
    int at = start;
    while (at < line.length() && "*&([".indexOf(line.charAt(at)) >= 0) {
      at++;
    }
    while (at < line.length() && Character.isJavaIdentifierPart(line.charAt(at))) {
      at++;
    }
    if (at < line.length() && (line.charAt(at) == '(' || line.charAt(at) == '[')) {
      int depth = 0;
      do {
        depth +=
            "([".indexOf(line.charAt(at)) >= 0 ? 1 : ")]".indexOf(line.charAt(at)) >= 0 ? -1 : 0;
        at++;
      } while (at < line.length() && depth > 0);
    }
    return Math.max(at, Math.min(start + 1, line.length()));
  }
}
