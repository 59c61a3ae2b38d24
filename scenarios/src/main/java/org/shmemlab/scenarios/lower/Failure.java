package org.shmemlab.scenarios.lower;

import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.parse.Syntax;

/** A construct that cannot be lowered. It ends its statement, never the whole compilation. */
@SuppressWarnings("serial") // never serialised
final class Failure extends RuntimeException {
  private final SourceLine line;
  private final boolean reported;

  private Failure(SourceLine line, String message, boolean reported) {
    super(message, null, false, false);
    this.line = line;
    this.reported = reported;
  }

  static Failure at(IASTNode node, String message) {
    return new Failure(Syntax.lineOf(node), message, false);
  }

  /** A construct of the language that we do not lower. */
  static Failure notSupported(IASTNode node, String construct) {
    return at(node, "not supported yet: " + construct);
  }

  /** A consequence of an error that was reported where it arose. */
  static Failure consequence(IASTNode node) {
    return new Failure(Syntax.lineOf(node), "", true);
  }

  SourceLine line() {
    return line;
  }

  boolean reported() {
    return reported;
  }

  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
