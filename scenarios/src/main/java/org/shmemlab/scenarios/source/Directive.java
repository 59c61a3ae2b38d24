package org.shmemlab.scenarios.source;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;

/**
 * Holds a comment that a source addresses to the checker: {@code // shmemlab: expect conflict}, or
 * {@code #} in a launch file. The comment has to begin with the mark, so that no other comment has
 * a meaning by chance.
 *
 * @param line where the comment begins
 * @param words the text after the mark, in one line
 * @param about the number of the line that it is about: its own, or the next line of code where it
 *     stands alone
 */
public record Directive(SourceLine line, String words, int about) {
  /** The mark, without the comment around it. */
  public static final String MARK = "shmemlab:";

  private static final Pattern AT_END = Pattern.compile("(?://|/\\*)\\s*" + MARK + ".*");

  private static final Pattern COMMENT =
      Pattern.compile("(?://|/\\*)\\s*" + MARK + "(.*?)(?:\\*/)?", Pattern.DOTALL);

  private static final Pattern YAML = Pattern.compile("(?:^|\\s)(#\\s*" + MARK + "(.*))");

  /** A line of a source without such a comment at its end, and without space around it. */
  public static String stripped(String line) {
    return AT_END.matcher(line).replaceFirst("").strip();
  }

  /** The directives of all files of a program, in the order of files and lines. */
  public static ImmutableList<Directive> of(SourceFile program) {
    ImmutableList.Builder<Directive> found = ImmutableList.builder();
    for (SourceFile file : program.files()) {
      if (file.hasComments() && file.text().contains(MARK)) {
        if (file.isLaunch()) {
          readYaml(file, found);
        } else {
          read(file, found);
        }
      }
    }
    return found.build();
  }

  private static void read(SourceFile file, ImmutableList.Builder<Directive> found) {
    String text = file.text();
    int line = 1;
    int lineStart = 0;
    Matcher prose = SourceFile.PROSE.matcher(text);
    for (int from = 0; prose.find(); from = prose.start()) {
      for (int end = text.indexOf('\n', from); end >= 0 && end < prose.start(); ) {
        line++;
        lineStart = end + 1;
        end = text.indexOf('\n', lineStart);
      }
      Matcher comment = COMMENT.matcher(prose.group());
      if (comment.matches()) {
        found.add(
            new Directive(
                new SourceLine(file.path(), line, prose.start() - lineStart + 1),
                CharMatcher.whitespace().trimAndCollapseFrom(comment.group(1), ' '),
                text.substring(lineStart, prose.start()).isBlank()
                    ? nextCode(text, prose.end(), line + lines(prose.group()))
                    : line));
      }
    }
  }

  private static void readYaml(SourceFile file, ImmutableList.Builder<Directive> found) {
    List<String> lines = Splitter.on('\n').splitToList(file.text());
    for (int i = 0; i < lines.size(); i++) {
      Matcher comment = YAML.matcher(lines.get(i));
      if (comment.find()) {
        int about = i;
        while (about + 1 < lines.size() && lines.get(about).strip().startsWith("#")) {
          about++;
        }
        found.add(
            new Directive(
                new SourceLine(file.path(), i + 1, comment.start(1) + 1),
                CharMatcher.whitespace().trimAndCollapseFrom(comment.group(2), ' '),
                about + 1));
      }
    }
  }

  private static int lines(String comment) {
    return CharMatcher.is('\n').countIn(comment);
  }

  /** The number of the first line of code after a comment, whose end is in a line. */
  private static int nextCode(String text, int end, int line) {
    int number = line;
    boolean comment = false;
    for (String rest : Splitter.on('\n').split(text.substring(end))) {
      String words = rest.strip();
      comment |= words.startsWith("/*");
      if (!words.isEmpty() && !comment && !words.startsWith("//")) {
        return number;
      }
      comment &= !words.endsWith("*/");
      number++;
    }
    return line;
  }
}
