package org.shmemlab.scenarios.frontend.clang;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites constructs that nvcc accepts and Clang does not: braces in the configuration of a
 * launch, {@code alignas} after {@code __shared__}, registers with one percent sign in {@code asm},
 * and {@code throw} in a {@code constexpr} function, which a device calls for a constant. Lines
 * stay where they are.
 */
final class NvccDialect {
  private static final Pattern ALIGNED = Pattern.compile("(__shared__\\s+)alignas\\s*\\(");
  private static final Pattern ASSEMBLY =
      Pattern.compile("\\b(?:asm|__asm__|__asm)\\b[^\"();]*\\(");
  private static final Pattern CONSTANT =
      Pattern.compile("(?<!\\bif\\s{0,9})constexpr\\b[^;={}]*\\)[^;={}()]*\\{");
  private static final Pattern THROW = Pattern.compile("throw\\b(?=\\s*[^;\\s])");
  private static final Pattern REGISTER = Pattern.compile("(?<!%)%(?=[a-z_]{2})");
  private static final Pattern RAW = Pattern.compile("R\"([^()\\\\ ]{0,16})\\(");

  /** The macro of {@code throw}, which {@link Clang} defines. */
  static final String THROWS = "__SHMEMLAB_THROW";

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;
  private int constant; // the end of the body of a constexpr function

  private NvccDialect(String text) {
    this.text = text;
  }

  /** A source of CUDA in the words of Clang; the same text where there is nothing to rewrite. */
  static String rewritten(String text) {
    boolean may =
        text.contains("<<<")
            || ALIGNED.matcher(text).find()
            || REGISTER.matcher(text).find()
            || (text.contains("throw") && CONSTANT.matcher(text).find());
    return may ? new NvccDialect(text).rewrite() : text;
  }

  private String rewrite() {
    Matcher aligned = ALIGNED.matcher(text);
    Matcher assembly = ASSEMBLY.matcher(text);
    Matcher body = CONSTANT.matcher(text).useTransparentBounds(true);
    Matcher throwing = THROW.matcher(text);
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = literalOrComment(at);
      if (end > at) {
        copy(end);
      } else if (c == '<' && text.startsWith("<<<", at)) {
        launch();
      } else if (c == '_' && aligned.region(at, text.length()).lookingAt() && closed(aligned)) {
        out.append(aligned.group(1)).append("__attribute__((aligned(");
        at = aligned.end();
        int close = matching(at);
        out.append(text, at, close).append(")))");
        at = close + 1;
      } else if ((c == 'a' || c == '_') && startsWord() && isAssembly(assembly)) {
        copy(assembly.end());
        assembly(matching(at));
      } else if (c == 'c' && startsWord() && body.region(at, text.length()).lookingAt()) {
        constant = Math.max(constant, matching(body.end(), '{', '}'));
        copy(at + 1);
      } else if (c == 't'
          && at < constant
          && throwing.region(at, constant).lookingAt()
          && startsStatement()) {
        throwing(throwing.end());
      } else {
        copy(at + 1);
      }
    }
    return out.toString();
  }

  private boolean startsWord() {
    return at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
  }

  private boolean startsStatement() {
    int end = at;
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end > 0
        && (";{})".indexOf(text.charAt(end - 1)) >= 0 || text.startsWith("else", end - 4));
  }

  private boolean isAssembly(Matcher assembly) {
    return assembly.region(at, text.length()).lookingAt()
        && hasOperands(assembly.end(), matching(assembly.end()));
  }

  /** Whether a statement has operands; in one without, a percent sign is one. */
  private boolean hasOperands(int start, int close) {
    int i = start;
    while (i < close) {
      int end = literalOrComment(i);
      if (end == i && text.charAt(i) == ':') {
        return true;
      }
      i = Math.max(end, i + 1);
    }
    return false;
  }

  private boolean closed(Matcher opened) {
    return matching(opened.end()) > 0;
  }

  private void copy(int end) {
    out.append(text, at, end);
    at = end;
  }

  // ---------------------------------------------------------------- launches

  /** From the three brackets to the three that close them: {@code {x, y, 1}} is a dim3. */
  private void launch() {
    copy(at + 3);
    boolean isFirst = true; // of an argument
    int open = 0;
    while (at < text.length() && text.charAt(at) != ';') {
      char c = text.charAt(at);
      int end = literalOrComment(at);
      if (end > at) {
        copy(end);
        continue;
      }
      if (open == 0 && text.startsWith(">>>", at)) {
        copy(at + 3);
        return;
      }
      if (c == '{' && isFirst && open == 0) {
        out.append("dim3");
      }
      open += "({[".indexOf(c) >= 0 ? 1 : (")}]".indexOf(c) >= 0 ? -1 : 0);
      isFirst = (open == 0 && c == ',') || (isFirst && Character.isWhitespace(c));
      copy(at + 1);
    }
  }

  // ---------------------------------------------------------------- assembly

  /** The literals of a statement up to its closing bracket. */
  private void assembly(int close) {
    while (at < close) {
      int end = literalOrComment(at);
      if (end > at && text.charAt(at) == '"') {
        out.append(REGISTER.matcher(text.substring(at, end)).replaceAll("%%"));
        at = end;
      } else {
        copy(end > at ? end : at + 1);
      }
    }
  }

  // ---------------------------------------------------------------- constants

  /** The argument of a macro, which throws where code for the host is made. */
  private void throwing(int start) {
    int end = start;
    while (end < constant && text.charAt(end) != ';') {
      end = Math.max(literalOrComment(end), end + 1);
    }
    out.append(THROWS).append('(').append(text, start, end).append(')');
    at = end;
  }

  // ---------------------------------------------------------------- the text

  /** The place of the bracket that closes one that is open, or -1. */
  private int matching(int start) {
    return matching(start, '(', ')');
  }

  private int matching(int start, char opens, char closes) {
    int open = 1;
    int i = start;
    while (i < text.length()) {
      int end = literalOrComment(i);
      if (end > i) {
        i = end;
        continue;
      }
      char c = text.charAt(i);
      open += c == opens ? 1 : c == closes ? -1 : 0;
      if (open == 0) {
        return i;
      }
      i++;
    }
    return -1;
  }

  /** The end of a comment or literal that begins at a place; the place where none does. */
  private int literalOrComment(int start) {
    char c = text.charAt(start);
    if (c == '/' && text.startsWith("//", start)) {
      return endOf("\n", start);
    }
    if (c == '/' && text.startsWith("/*", start)) {
      return endOf("*/", start + 2);
    }
    if (c == 'R') {
      Matcher raw = RAW.matcher(text).region(start, text.length());
      if (raw.lookingAt()) {
        return endOf(")" + raw.group(1) + "\"", raw.end());
      }
    }
    boolean isSeparator =
        c == '\'' && start > 0 && Character.isLetterOrDigit(text.charAt(start - 1));
    if ((c != '"' && c != '\'') || isSeparator) {
      return start;
    }
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != c && text.charAt(i) != '\n') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), i + 1);
  }

  private int endOf(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }
}
