package org.shmemlab.scenarios.frontend.ptxmodule;

/**
 * A word, number, string or mark of a module.
 *
 * @param text as it is spelled; of a string, what stands between the quotes
 * @param line from 1
 * @param column from 1
 */
record PtxToken(Kind kind, String text, int line, int column) {
  /** The kinds of tokens. */
  enum Kind {
    /** An identifier, a directive, or an instruction with its modifiers. */
    WORD,
    NUMBER,
    STRING,
    /** One character. */
    MARK,
    END
  }

  boolean is(String mark) {
    return kind != Kind.STRING && text.equals(mark);
  }

  boolean isWord() {
    return kind == Kind.WORD;
  }

  PtxError error(String message) {
    return new PtxError(line, column, message);
  }

  /** As messages show it. */
  String shown() {
    return kind == Kind.END ? "the end of the file" : "'" + text + "'";
  }
}
