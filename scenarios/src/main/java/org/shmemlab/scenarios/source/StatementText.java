package org.shmemlab.scenarios.source;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as its source says it.
 *
 * @param text its first line, without the text before it there
 * @param bare whether it is the whole body of a condition or loop, so that another statement next
 *     to it needs braces
 */
public record StatementText(String text, boolean bare) {
  private static final int LONGEST = 60;
  private static final Pattern COMMENT = Pattern.compile("//.*|/\\*.*?\\*/");
  private static final Pattern HEAD =
      Pattern.compile("(?:\\}\\s*)?(?:else\\s+if|if|for|while|else)\\b\\s*");

  /**
   * The statement of a line.
   *
   * @param line 1-based
   * @param inside whether it is the one after the condition or head of a loop of that line, not the
   *     one that begins with it
   */
  public static StatementText of(SourceFile file, int line, boolean inside) {
    List<String> lines = Splitter.on('\n').splitToList(file.text());
    String code = code(lines, line);
    int body = inside ? headEnd(code) : 0;
    if (body > 0 && body < code.length()) {
      boolean braced = code.charAt(body) == '{';
      return new StatementText(shortened(code.substring(body + (braced ? 1 : 0))), !braced);
    }
    int before = line - 1;
    while (before > 0 && code(lines, before).isEmpty()) {
      before--;
    }
    String head = code(lines, before);
    return new StatementText(shortened(code), headEnd(head) > 0 && headEnd(head) == head.length());
  }

  private static String code(List<String> lines, int line) {
    return line < 1 || line > lines.size()
        ? ""
        : COMMENT.matcher(lines.get(line - 1)).replaceAll("").strip();
  }

  /** The end of the conditions and loop heads that a line begins with; 0 if it begins with none. */
  private static int headEnd(String code) {
    int at = 0;
    Matcher head = HEAD.matcher(code);
    while (head.region(at, code.length()).lookingAt()) {
      int end = head.end();
      if (end < code.length() && code.charAt(end) == '(') {
        int depth = 0;
        do {
          depth += code.charAt(end) == '(' ? 1 : code.charAt(end) == ')' ? -1 : 0;
          end++;
        } while (end < code.length() && depth > 0);
      }
      while (end < code.length() && code.charAt(end) == ' ') {
        end++;
      }
      at = end;
    }
    return at;
  }

  private static String shortened(String text) {
    String stripped = text.strip();
    return stripped.length() <= LONGEST ? stripped : stripped.substring(0, LONGEST - 3) + "...";
  }
}
