package org.shmemlab.scenarios.parse;

import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Turns {@code kernel<<<grid, block, shared, stream>>>(arguments)} into the plain C++ {@code
 * kernel(grid, block, shared, stream)(arguments)} by overwriting both brackets in place, so that
 * lines and columns stay as they are: a call of the result of a call, which no other CUDA program
 * contains where the callee is a kernel or returns nothing. It works inside macros, and looks at
 * neither strings nor comments.
 *
 * <p>The same pass refuses text whose nesting would exhaust the parser.
 */
final class LaunchSyntax {
  /** Deepest nesting of brackets that is accepted. */
  static final int MAX_DEPTH = 200;

  private static final String OPEN = "  (";
  private static final String CLOSE = ")  ";

  private final String text;
  private final char[] out;
  private final int[] launchDepth = new int[MAX_DEPTH + 1];
  private int launches;
  private int depth;
  private int at;

  private LaunchSyntax(String text) {
    this.text = text;
    this.out = text.toCharArray();
  }

  /** The text to parse, of the same length; what is wrong with its nesting is reported. */
  static char[] rewrite(SourceFile file, Diagnostics diagnostics) {
    LaunchSyntax syntax = new LaunchSyntax(file.text());
    while (syntax.at < syntax.text.length()) {
      syntax.step();
      if (syntax.depth > MAX_DEPTH) {
        diagnostics.error(
            new SourceLine(file.path(), syntax.lineNumber()),
            "brackets are nested more than " + MAX_DEPTH + " deep; split the expression");
        return new char[0];
      }
    }
    return syntax.out;
  }

  private void step() {
    if (skipCommentOrLiteral()) {
      return;
    }
    if (text.startsWith("<<<", at) && launches < launchDepth.length) {
      OPEN.getChars(0, 3, out, at);
      launchDepth[launches++] = depth;
      at += 3;
      return;
    }
    if (launches > 0 && depth <= launchDepth[launches - 1] && text.startsWith(">>>", at)) {
      CLOSE.getChars(0, 3, out, at);
      launches--;
      at += 3;
      return;
    }
    switch (text.charAt(at)) {
      case '(', '[', '{' -> depth++;
      case ')', ']', '}' -> depth--;
      case ';' -> launches = 0; // an unclosed launch never goes past its statement
      default -> {}
    }
    at++;
  }

  private int lineNumber() {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  /** Moves past a comment, string or character if one starts here. */
  private boolean skipCommentOrLiteral() {
    char c = text.charAt(at);
    if (text.startsWith("//", at)) {
      skipTo('\n');
    } else if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length() : end + 2;
    } else if (c == '"' || (c == '\'' && !isDigitSeparator())) {
      at++;
      skipTo(c);
      at = Math.min(at + 1, text.length());
    } else {
      return false;
    }
    return true;
  }

  /** Whether the quote here is the one of {@code 1'000'000}. */
  private boolean isDigitSeparator() {
    return at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
  }

  /** Moves to the next such character of this line that no backslash hides, or to its end. */
  private void skipTo(char end) {
    while (at < text.length() && text.charAt(at) != end && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(at, text.length());
  }
}
