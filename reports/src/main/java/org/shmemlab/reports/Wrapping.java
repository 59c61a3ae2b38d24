package org.shmemlab.reports;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;

/** Sentences in the width of the terminal, where standard output is one. */
public final class Wrapping {
  /** The launcher says how wide the terminal is on which standard output ends, if it does. */
  private static final int WIDTH = Integer.getInteger("shmemlab.columns", 0);

  private static final int INDENT = 2;

  private Wrapping() {}

  /** The lines of a sentence; elsewhere than on a terminal it is one, which other tools read. */
  public static ImmutableList<String> lines(String sentence) {
    return WIDTH == 0 ? ImmutableList.of(sentence) : lines(sentence, WIDTH);
  }

  /**
   * The lines, broken at spaces; those after the first are indented more than it is. A word that is
   * longer than a line stays whole.
   *
   * @param width in characters, at least 1
   */
  static ImmutableList<String> lines(String sentence, int width) {
    int indented = sentence.length() - sentence.stripLeading().length();
    String before = Strings.repeat(" ", indented + INDENT);
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    String rest = sentence;
    while (rest.length() > width) {
      int begin = rest.length() - rest.stripLeading().length();
      int end = rest.lastIndexOf(' ', width);
      if (end <= begin) {
        end = rest.indexOf(' ', Math.max(begin, width));
      }
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end));
      rest = before + rest.substring(end).strip();
    }
    return lines.add(rest).build();
  }
}
