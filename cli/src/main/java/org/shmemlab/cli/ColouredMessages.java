package org.shmemlab.cli;

import com.google.common.primitives.Ints;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Colours messages as compilers do: the place is bold, {@code error} red, {@code warning} magenta,
 * {@code note} cyan. What is no message passes as it is, and nothing waits for the end of its line.
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

  /** Whether standard error is a terminal whose user did not ask for no colours. */
  static boolean onStandardError() {
    return Boolean.getBoolean("shmemlab.terminal") && wanted(System.getenv("NO_COLOR"));
  }

  /** The same of standard output. */
  static boolean onStandardOutput() {
    return Ints.tryParse(System.getProperty("shmemlab.columns", "")) != null
        && wanted(System.getenv("NO_COLOR"));
  }

  /**
   * Whether colours may be used.
   *
   * @param noColour the variable NO_COLOR: no, unless it is not set or empty (no-color.org)
   */
  static boolean wanted(@Nullable String noColour) {
    return noColour == null || noColour.isEmpty();
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
    String shown = atStart ? coloured(text) : text;
    if (!atStart && text.indexOf('\n') >= 0) {
      int next = text.indexOf('\n') + 1;
      shown = text.substring(0, next) + coloured(text.substring(next));
    }
    atStart = text.endsWith("\n");
    out.write(shown.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String coloured(String text) {
    return MESSAGE
        .matcher(text)
        .replaceAll(message ->
            Matcher.quoteReplacement(
                BOLD
                    + message.group(1)
                    + ": "
                    + colour(message.group(2))
                    + message.group(2)
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
