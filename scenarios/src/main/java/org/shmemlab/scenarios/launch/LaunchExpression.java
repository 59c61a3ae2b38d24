package org.shmemlab.scenarios.launch;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;

/**
 * Translates an expression of a launch file to C++: numbers, {@code me}, {@code n}, {@code i},
 * scalars, elements of buffers, and the operators of C. {@code %} has the sign of its right side,
 * as in Python.
 */
final class LaunchExpression {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<number>0x[0-9a-fA-F]{1,16}|\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?|\\.\\d+(?:[eE][-+]?\\d+)?)"
              + "|(?<name>[A-Za-z_]\\w*)|(?<sign>\\|\\||&&|[=!<>]=|<<|>>|[-+*/%()<>!\\[\\]&|^]))");

  private static final String[][] LEVELS = {
    {"||"},
    {"&&"},
    {"|"},
    {"^"},
    {"&"},
    {"==", "!="},
    {"<", "<=", ">", ">="},
    {"<<", ">>"},
    {"+", "-"},
    {"*", "/", "%"}
  };
  private static final int DEEPEST = 100;

  private final String text;
  private final SourceLine start;
  private final Names names;
  private final Set<Buffer> read = new LinkedHashSet<>();
  private final Set<Buffer> counted = new LinkedHashSet<>();
  private int position;
  private int before;
  private int depth;
  private String kind = "";
  private String token = "";
  private boolean usesElement;

  private LaunchExpression(String text, SourceLine start, Names names) {
    this.text = text;
    this.start = start;
    this.names = names;
  }

  /**
   * An expression in C++.
   *
   * @param usesElement whether it depends on {@code i}
   * @param read the buffers whose elements it names
   * @param counted those of which {@code i} numbers the elements
   */
  record Code(String c, boolean usesElement, Set<Buffer> read, Set<Buffer> counted) {}

  /**
   * Translates a text.
   *
   * @param start where it begins
   */
  static Code parse(String text, SourceLine start, Names names) throws LaunchMistake {
    LaunchExpression parser = new LaunchExpression(text, start, names);
    parser.next();
    String c = parser.binary(0);
    if (!parser.kind.isEmpty()) {
      throw parser.mistake(
          "an operator or the end should stand in place of '" + parser.token + "'");
    }
    return new Code(c, parser.usesElement, parser.read, parser.counted);
  }

  private LaunchMistake mistake(String what) {
    return new LaunchMistake(
        new SourceLine(start.file(), start.line(), start.column() + before),
        "'" + text + "' is no expression: " + what);
  }

  private void next() throws LaunchMistake {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    before = position;
    if (position == text.length()) {
      kind = "";
      token = "the end";
      return;
    }
    Matcher matcher = TOKEN.matcher(text).region(position, text.length());
    if (!matcher.lookingAt()) {
      throw mistake("'" + text.charAt(position) + "' has no meaning in it");
    }
    kind =
        matcher.group("number") != null
            ? "number"
            : matcher.group("name") != null ? "name" : "sign";
    token = matcher.group(kind);
    position = matcher.end();
  }

  private boolean is(String sign) {
    return kind.equals("sign") && token.equals(sign);
  }

  private String binary(int level) throws LaunchMistake {
    if (level == LEVELS.length) {
      return unary();
    }
    String left = binary(level + 1);
    while (true) {
      String found = "";
      for (String sign : LEVELS[level]) {
        found = is(sign) ? sign : found;
      }
      if (found.isEmpty()) {
        return left;
      }
      next();
      String right = binary(level + 1);
      left =
          found.equals("%")
              ? "mod(" + left + ", " + right + ")"
              : "(" + left + " " + found + " " + right + ")";
    }
  }

  private String unary() throws LaunchMistake {
    if (++depth > DEEPEST) {
      throw mistake("it is nested too deeply");
    }
    try {
      if (is("-") || is("+") || is("!")) {
        String sign = token;
        next();
        return sign + "(" + unary() + ")";
      }
      return primary();
    } finally {
      depth--;
    }
  }

  private String primary() throws LaunchMistake {
    String word = token;
    if (kind.equals("number")) {
      next();
      return word;
    }
    if (is("(")) {
      next();
      String inside = binary(0);
      close(")");
      return "(" + inside + ")";
    }
    if (kind.equals("name")) {
      return named(word);
    }
    throw mistake(
        "a number or a name should stand in place of "
            + (kind.isEmpty() ? token : "'" + token + "'"));
  }

  private void close(String sign) throws LaunchMistake {
    if (!is(sign)) {
      throw mistake("'" + sign + "' is missing");
    }
    next();
  }

  private String named(String word) throws LaunchMistake {
    Buffer buffer = names.buffers.get(word);
    if (buffer != null) {
      next();
      return element(buffer);
    }
    if (names.scalars.containsKey(word)) {
      next();
      return "s_" + word;
    }
    if (!word.equals("me") && !word.equals("n") && !word.equals("i")) {
      throw mistake(
          "'%s' is none of me, n, i, a scalar (%s) or a buffer (%s)"
              .formatted(
                  word, Names.list(names.scalars.keySet()), Names.list(names.buffers.keySet())));
    }
    usesElement |= word.equals("i");
    next();
    return word;
  }

  private String element(Buffer buffer) throws LaunchMistake {
    read.add(buffer);
    if (!is("[")) {
      if (buffer.count() != 1) {
        throw mistake(
            "'%s' has %d elements: %s[0] is the first"
                .formatted(buffer.name(), buffer.count(), buffer.name()));
      }
      return buffer.copy() + "[0]";
    }
    next();
    boolean before = usesElement;
    usesElement = false;
    String index = binary(0);
    if (usesElement) {
      counted.add(buffer);
    }
    usesElement |= before;
    close("]");
    return buffer.copy() + "[" + index + "]";
  }
}
