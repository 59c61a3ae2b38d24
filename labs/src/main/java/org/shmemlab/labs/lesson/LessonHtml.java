package org.shmemlab.labs.lesson;

import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders the page of a lab as HTML; it is written in CommonMark, with hints between HTML's marks.
 */
public final class LessonHtml {
  private LessonHtml() {}

  /** The text below its title. */
  public static String of(Lab lab) {
    String text = lab.file(Lab.README).replaceFirst("^# [^\\n]*\\n", "");
    return HtmlRenderer.builder().build().render(Parser.builder().build().parse(text));
  }
}
