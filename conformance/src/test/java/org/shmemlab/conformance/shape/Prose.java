package org.shmemlab.conformance.shape;

import static java.util.Map.entry;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Keeps the prose of a file, at its place: all else becomes spaces, lines stay lines. */
final class Prose {
  /** Literals come first, so that a mark of a comment inside one begins none. */
  private static final Pattern C_LIKE =
      Pattern.compile(
          """
          (?<not>\"""(?s:.*?)(?<!\\\\)\"""|"(?:\\\\.|[^"\\\\\\n])*+"|'(?:\\\\.|[^'\\\\\\n])*+')\
          |(?<prose>/\\*(?s:.*?)\\*/|//[^\\n]*)\
          """);

  private static final Pattern HASH = Pattern.compile("(?m)(?:^|(?<=\\s))(?<prose>#[^\\n]*)");
  private static final Pattern NO_WORDS_OF_OURS =
      Pattern.compile("(?s)```.*?```|`[^`\\n]*`|(?m:^#[^\\n]*)|\\{@code [^}]*\\}");

  /** Where the prose of files is, by the end of their names; a page is prose all over. */
  private static final Map<String, Pattern> PLACES =
      Map.ofEntries(
          entry("md", Pattern.compile("(?s)(?<prose>.*)")),
          entry("litmus", Pattern.compile("(?<prose>\"[^\"]*\")")), // the reason of its verdict
          entry("java", C_LIKE),
          entry("c", C_LIKE),
          entry("h", C_LIKE),
          entry("cu", C_LIKE),
          entry("cuh", C_LIKE),
          entry("cpp", C_LIKE),
          entry("hpp", C_LIKE),
          entry("js", C_LIKE),
          entry("css", C_LIKE),
          entry("rules", HASH),
          entry("yaml", HASH),
          entry("yml", HASH),
          entry("txt", HASH),
          entry("sh", HASH),
          entry("properties", HASH));

  private Prose() {}

  static boolean isIn(Path file) {
    return PLACES.containsKey(ending(file));
  }

  static String of(Path file, String text) {
    String ending = ending(file);
    String prose = only(PLACES.get(ending), text);
    return ending.equals("md") || ending.equals("java")
        ? NO_WORDS_OF_OURS.matcher(prose).replaceAll(Prose::blank)
        : prose;
  }

  private static String ending(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String only(Pattern comments, String text) {
    var kept = new StringBuilder();
    int end = 0;
    for (var found = comments.matcher(text); found.find(); end = found.end()) {
      kept.append(blank(text.substring(end, found.start())));
      kept.append(found.group("prose") == null ? blank(found.group()) : found.group());
    }
    return kept.append(blank(text.substring(end))).toString();
  }

  private static String blank(MatchResult found) {
    return blank(found.group());
  }

  private static String blank(String text) {
    char[] blank = text.toCharArray();
    for (int at = 0; at < blank.length; at++) {
      if (blank[at] != '\n') {
        blank[at] = ' ';
      }
    }
    return new String(blank);
  }
}
