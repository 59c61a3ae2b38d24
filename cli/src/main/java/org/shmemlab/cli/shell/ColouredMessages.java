package org.shmemlab.cli.shell;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours messages as compilers do: the place is bold, {@code error} red, {@code warning} magenta,
 * {@code note} cyan. Other text passes as it is, and nothing waits for the end of its line.
 */
final class ColouredMessages extends FilterOutputStream {
  private static final Pattern MESSAGE =
      Pattern.compile(
          "^(?<place>[^\\s:][^:\\n]*(?::\\d+){0,2}): (?<kind>(?:internal )?error|warning|note): ",
          Pattern.MULTILINE);
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private boolean atStart = true;

  ColouredMessages(OutputStream terminal) {
    super(terminal);
  }

  @Override
  public void write(int one) throws IOException {
    atStart = one == '\n';
    out.write(one);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return;
    }
    // a byte is a character here, so that what is no UTF-8 passes, too
    String text = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    int line = text.indexOf('\n') + 1;
    int first = atStart ? 0 : line > 0 ? line : text.length(); // where the first whole line begins
    String shown = text.substring(0, first) + coloured(text.substring(first));
    atStart = text.endsWith("\n");
    out.write(shown.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String coloured(String text) {
    return MESSAGE
        .matcher(text)
        .replaceAll(message ->
            Matcher.quoteReplacement(
                BOLD
                    + message.group("place")
                    + ": "
                    + colour(message.group("kind"))
                    + message.group("kind")
                    + ":"
                    + PLAIN
                    + " "));
  }

  private static String colour(String kind) {
    return switch (kind) {
      case "warning" -> "\u001b[35m";
      case "note" -> "\u001b[36m";
      default -> "\u001b[31m";
    };
  }
}
