package org.shmemlab.scenarios.frontend.ptx;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits the text of an inline assembly statement into its parts (PTX ISA, "Syntax", "Statements").
 */
final class PtxText {
  private static final Pattern LABEL = Pattern.compile("([\\w$%.{}:]*[\\w$}])\\s*:(?!:)\\s*");
  private static final Pattern DECLARATION =
      Pattern.compile("\\.reg\\s+(?:\\.v[24]\\s+)?\\.(\\w+)\\s+(.*)", Pattern.DOTALL);
  private static final Pattern FAMILY = Pattern.compile("(.*)<(\\d+)>");

  /** A statement, a label, or registers that are declared. */
  sealed interface Part permits Label, Registers, PtxStatement, Unknown {}

  /** A place that branches go to. */
  record Label(String name) implements Part {}

  /** Registers of one type. */
  record Registers(String type, ImmutableList<String> names) implements Part {}

  /** A directive that has no meaning here. */
  record Unknown(String text) implements Part {}

  private final String text;
  private int at;

  private PtxText(String text) {
    this.text = text;
  }

  /** All parts in order. Scopes of names are one: a name that is declared again is a new one. */
  static ImmutableList<Part> parts(String assembly) {
    String plain =
        assembly
            .replaceAll("//[^\n]*", "")
            .replaceAll("(?s)/\\*.*?\\*/", "")
            .replace("$$", "$")
            .replace("${:uid}", "_");
    return new PtxText(plain).all();
  }

  private ImmutableList<Part> all() {
    ImmutableList.Builder<Part> parts = ImmutableList.builder();
    while (skipSpace()) {
      char next = text.charAt(at);
      if (next == '{' || next == '}' || next == ';') {
        at++;
        continue;
      }
      Matcher label = LABEL.matcher(text).region(at, text.length());
      if (label.lookingAt()) {
        parts.add(new Label(label.group(1)));
        at = label.end();
        continue;
      }
      String statement = statement();
      if (statement.startsWith(".reg")) {
        parts.add(declaration(statement));
      } else if (statement.startsWith(".") && !statement.startsWith(".pragma")) {
        parts.add(new Unknown("asm: " + Splitter.on(' ').splitToList(statement).get(0)));
      } else if (!statement.startsWith(".")) {
        parts.add(PtxStatement.of(statement));
      }
    }
    return parts.build();
  }

  private boolean skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length();
  }

  /** Up to the semicolon, or to the brace that ends the block. */
  private String statement() {
    int start = at;
    int open = 0;
    for (; at < text.length() && text.charAt(at) != ';'; at++) {
      open += text.charAt(at) == '{' ? 1 : 0;
      if (text.charAt(at) == '}' && open-- == 0) {
        break;
      }
    }
    return text.substring(start, at).strip();
  }

  private static Part declaration(String statement) {
    Matcher shape = DECLARATION.matcher(statement);
    if (!shape.matches()) {
      return new Unknown("asm: " + statement);
    }
    ImmutableList.Builder<String> names = ImmutableList.builder();
    for (String name : Splitter.on(',').trimResults().split(shape.group(2))) {
      Matcher family = FAMILY.matcher(name);
      if (family.matches()) {
        for (int i = 0; i < Integer.parseInt(family.group(2)); i++) {
          names.add(family.group(1) + i);
        }
      } else {
        names.add(name);
      }
    }
    return new Registers(shape.group(1), names.build());
  }
}
