package org.shmemlab.scenarios.clang;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;

/** Passes on what the compiler says. */
final class Messages {
  /** What it writes about a place: file, line, column, kind, text. */
  private static final Pattern FINDING =
      Pattern.compile("(.*?):(\\d+):(\\d+): (fatal error|error|warning): (.*)");

  /** What it writes about no place. */
  private static final Pattern PLACELESS = Pattern.compile("(?:clang: )?(?:fatal )?error: (.*)");

  private Messages() {}

  /**
   * Tells all that was said of a source.
   *
   * @param failed whether there must be an error among it
   */
  static void tell(String path, Iterable<String> said, boolean failed, Diagnostics diagnostics) {
    boolean told = false;
    String first = "";
    for (String message : said) {
      first = first.isEmpty() ? message : first;
      Matcher finding = FINDING.matcher(message);
      Matcher placeless = PLACELESS.matcher(message);
      if (finding.matches()) {
        SourceLine line =
            new SourceLine(
                finding.group(1),
                Integer.parseInt(finding.group(2)),
                Integer.parseInt(finding.group(3)));
        if (finding.group(4).equals("warning")) {
          diagnostics.warning(line, finding.group(5));
        } else {
          diagnostics.error(line, finding.group(5));
          told = true;
        }
      } else if (placeless.matches()) {
        diagnostics.error(new SourceLine(path, 0), placeless.group(1));
        told = true;
      }
    }
    if (failed && !told) {
      diagnostics.error(
          new SourceLine(path, 0),
          "the compiler failed" + (first.isEmpty() ? " and does not say why" : ": " + first));
    }
  }
}
