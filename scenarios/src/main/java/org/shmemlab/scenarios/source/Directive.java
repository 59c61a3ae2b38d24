package org.shmemlab.scenarios.source;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;

/**
 * Holds a comment that a source addresses to the checker: {@code // shmemlab: expect conflict}. The
 * comment has to begin with the mark, so that no other comment has a meaning by chance.
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

  /** A line of a source without such a comment at its end, and without space around it. */
  public static String stripped(String line) {
    return AT_END.matcher(line).replaceFirst("").strip();
  }

  /** The directives of all files of a program, in the order of files and lines. */
  public static ImmutableList<Directive> of(SourceFile program) {
    ImmutableList.Builder<Directive> found = ImmutableList.builder();
    for (SourceFile file : program.files()) {
      if (file.hasComments() && file.text().contains(MARK)) {
        read(file, found);
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
