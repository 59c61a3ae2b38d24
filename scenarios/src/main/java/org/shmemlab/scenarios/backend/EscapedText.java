package org.shmemlab.scenarios.backend;

import java.util.Locale;

/** Escapes text for C and JSON. */
final class EscapedText {
  private EscapedText() {}

  /** A string literal of C. */
  static String literal(String text) {
    return '"' + escaped(text) + '"';
  }

  /** A string literal of C that holds the inside of a string of JSON. */
  static String jsonInside(String text) {
    return literal(escaped(text));
  }

  // The escapes that both languages share.
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> escaped.append("\\\"");
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\t' -> escaped.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }

  /** A part of a C identifier, from any name; different names stay different with a number. */
  static String identifier(int number, String name) {
    return "T" + number + "_" + name.replaceAll("\\W", "_");
  }
}
