package org.shmemlab.scenarios.frontend.ptxmodule;

import org.shmemlab.scenarios.frontend.ptxmodule.PtxToken.Kind;

/** Reads the tokens of a module one after another (PTX ISA, "Syntax"). */
final class PtxTokens {
  private final String text;
  private int at;
  private int line = 1;
  private int lineStart;
  private PtxToken next;

  PtxTokens(String text) {
    this.text = text;
    this.next = read();
  }

  /** The next token, which stays the next. */
  PtxToken peek() {
    return next;
  }

  PtxToken take() {
    PtxToken taken = next;
    next = taken.kind() == Kind.END ? taken : read();
    return taken;
  }

  /** Takes the next token if it is the given one. */
  boolean takes(String mark) {
    if (next.is(mark)) {
      take();
      return true;
    }
    return false;
  }

  PtxToken expect(String mark) {
    if (!next.is(mark)) {
      throw next.error("expected '" + mark + "', found " + next.shown());
    }
    return take();
  }

  /** Takes a name. */
  PtxToken name() {
    if (!next.isWord() || next.text().startsWith(".")) {
      throw next.error("expected a name, found " + next.shown());
    }
    return take();
  }

  /** Takes a number without sign or fraction. */
  long number() {
    if (next.kind() != Kind.NUMBER) {
      throw next.error("expected a number, found " + next.shown());
    }
    PtxToken number = take();
    return PtxNumbers.integer(number);
  }

  /** Takes a number that counts something: no more than an array of 2 GiB has. */
  int count() {
    PtxToken first = next;
    long number = number();
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw first.error("the number " + first.text() + " is too large here");
    }
    return (int) number;
  }

  // ---------------------------------------------------------------- characters

  private PtxToken read() {
    skipSpace();
    int start = at;
    int column = start - lineStart + 1;
    if (at >= text.length()) {
      return new PtxToken(Kind.END, "", line, column);
    }
    char c = text.charAt(at);
    if (c == '"') {
      int end = text.indexOf('"', at + 1);
      if (end < 0) {
        throw new PtxError(line, column, "a string without an end");
      }
      at = end + 1;
      return new PtxToken(Kind.STRING, text.substring(start + 1, end), line, column);
    }
    if (isDigit(c)) {
      at++;
      while (at < text.length() && isOfNumber(text.charAt(at))) {
        at++;
      }
      return new PtxToken(Kind.NUMBER, text.substring(start, at), line, column);
    }
    if (isOfWord(c)) {
      skipWord();
      return new PtxToken(Kind.WORD, text.substring(start, at), line, column);
    }
    at++;
    return new PtxToken(Kind.MARK, String.valueOf(c), line, column);
  }

  private void skipWord() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isOfWord(c) || isDigit(c)) {
        at++;
      } else if (text.startsWith("::", at)) {
        at += 2;
      } else {
        return;
      }
    }
  }

  private void skipSpace() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        at++;
        line++;
        lineStart = at;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("//", at) || (c == '#' && at == lineStart)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw new PtxError(line, at - lineStart + 1, "a comment without an end");
    }
    for (; at < end + 2; at++) {
      if (text.charAt(at) == '\n') {
        line++;
        lineStart = at + 1;
      }
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isOfWord(char c) {
    return isLetter(c) || c == '_' || c == '$' || c == '%' || c == '.';
  }

  // hexadecimal digits, marks of floating numbers (0f3F800000, 1.5e3), U
  private static boolean isOfNumber(char c) {
    return isDigit(c) || isLetter(c) || c == '.';
  }
}
