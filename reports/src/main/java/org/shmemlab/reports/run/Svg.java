package org.shmemlab.reports.run;

import com.google.common.html.HtmlEscapers;
import java.util.Locale;

/** Elements of a drawing; its classes are those of the style sheet of pages. */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  /** A rectangle of a class. */
  Svg box(String kind, double x, double y, double width, double height) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\"/>",
            kind,
            x,
            y,
            width,
            height));
    return this;
  }

  /**
   * A rectangle whose colour is a share.
   *
   * @param share from 0 to 1
   * @param title what a pointer over it shows
   */
  Svg heat(double share, String title, double x, double y, double width, double height) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"heat cell\" style=\"--h:%.3f\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\""
                + " height=\"%.1f\"><title>%s</title></rect>",
            share,
            x,
            y,
            width,
            height,
            escaped(title)));
    return this;
  }

  /** A text of a class. */
  Svg text(String kind, double x, double y, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
            kind,
            x,
            y,
            escaped(text)));
    return this;
  }

  /** The whole drawing. */
  String drawing(double width, double height) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
                + " viewBox=\"0 0 %.0f %.0f\" aria-hidden=\"true\">",
            width,
            height,
            width,
            height)
        + out
        + "</svg>";
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }
}
