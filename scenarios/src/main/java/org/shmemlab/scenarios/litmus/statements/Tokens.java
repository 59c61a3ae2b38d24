package org.shmemlab.scenarios.litmus.statements;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.scenarios.litmus.statements.Token.Kind;

/** Splits a litmus file into tokens, without comments, and keeps a place among them. */
public final class Tokens {
  private static final ImmutableList<String> LONG_SYMBOLS =
      ImmutableList.of(
          "<<=", ">>=", "...", "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++",
          "--", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=");

  private final String text;
  private final List<Token> tokens;
  private int at;

  /**
   * @throws StatementError if a comment or string is not closed
   */
  public Tokens(String text) {
    this.text = text;
    this.tokens = new Scan(text).all();
  }

  /** The next token. */
  public Token peek() {
    return tokens.get(at);
  }

  /** The token after so many others; the end token after the last one. */
  public Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  /** The next token, and moves past it. */
  public Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Kind.END) {
      at++;
    }
    return token;
  }

  /** Moves past a token if it is the next one. */
  public boolean skip(String wanted) {
    boolean found = peek().is(wanted);
    if (found) {
      next();
    }
    return found;
  }

  /** The next token, which must be this one. */
  public Token expect(String wanted, String where) {
    if (!peek().is(wanted)) {
      throw new StatementError(
          peek().line(), "expected '" + wanted + "' " + where + ", found " + peek());
    }
    return next();
  }

  /** The next token, which must be of this kind. */
  public Token expect(Kind kind, String what) {
    if (peek().kind() != kind) {
      throw new StatementError(peek().line(), "expected " + what + ", found " + peek());
    }
    return next();
  }

  /** The rest of the line on which the last token stood, without a comment at its end. */
  public String restOfLine() {
    Token last = tokens.get(at - 1);
    int end = text.indexOf('\n', last.to());
    String rest = text.substring(last.to(), end < 0 ? text.length() : end);
    int comment = rest.indexOf("//");
    while (peek().kind() != Kind.END && peek().line() == last.line()) {
      next();
    }
    return (comment < 0 ? rest : rest.substring(0, comment)).strip();
  }

  /** The token read last. */
  public Token last() {
    return tokens.get(at - 1);
  }

  /** Cuts a text into tokens. */
  private static final class Scan {
    private final String text;
    private int at;
    private int line = 1;

    Scan(String text) {
      this.text = text;
    }

    ImmutableList<Token> all() {
      ImmutableList.Builder<Token> found = ImmutableList.builder();
      while (skipBlank()) {
        int start = at;
        int startLine = line;
        Kind kind = token();
        found.add(new Token(kind, text.substring(start, at), startLine, start));
      }
      return found.add(new Token(Kind.END, "", line, text.length())).build();
    }

    /** Moves to the next token; false at the end. */
    private boolean skipBlank() {
      while (at < text.length()) {
        char c = text.charAt(at);
        if (text.startsWith("//", at)) {
          int end = text.indexOf('\n', at);
          at = end < 0 ? text.length() : end;
        } else if (text.startsWith("/*", at)) {
          moveAfter("*/", "comment");
        } else if (Character.isWhitespace(c)) {
          line += c == '\n' ? 1 : 0;
          at++;
        } else {
          return true;
        }
      }
      return false;
    }

    private Kind token() {
      char c = text.charAt(at);
      if (Character.isLetter(c) || c == '_') {
        word();
        return Kind.NAME;
      }
      if (Character.isDigit(c)) {
        word();
        return Kind.NUMBER;
      }
      if (c == '"' || c == '\'') {
        literal(c);
        return Kind.STRING;
      }
      for (String symbol : LONG_SYMBOLS) {
        if (text.startsWith(symbol, at)) {
          at += symbol.length();
          return Kind.SYMBOL;
        }
      }
      at++;
      return Kind.SYMBOL;
    }

    private void word() {
      while (at < text.length()
          && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
        at++;
      }
    }

    private void literal(char quote) {
      int close = at + 1;
      while (close < text.length() && text.charAt(close) != quote) {
        close += text.charAt(close) == '\\' ? 2 : 1;
      }
      if (close >= text.length()) {
        throw new StatementError(line, "this " + quote + " is never closed");
      }
      moveTo(close + 1);
    }

    private void moveAfter(String end, String what) {
      int close = text.indexOf(end, at + 2);
      if (close < 0) {
        throw new StatementError(line, "this " + what + " is never closed");
      }
      moveTo(close + end.length());
    }

    private void moveTo(int place) {
      for (; at < place; at++) {
        line += text.charAt(at) == '\n' ? 1 : 0;
      }
    }
  }
}
