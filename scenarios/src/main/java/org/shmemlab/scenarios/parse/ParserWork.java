package org.shmemlab.scenarios.parse;

import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.ParseError;
import org.eclipse.cdt.core.parser.ParseError.ParseErrorKind;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often the parser steps from one token to the next, going back included, and ends a
 * parse that goes back over the same tokens again and again: it tries both readings of whatever can
 * be read in two ways, which takes twice the time for each level of nesting.
 */
final class ParserWork {
  /** Steps granted to every source: a hundred times what our longest example takes. */
  private static final long FLOOR = 1_000_000;

  /** Steps granted for each token; sane sources take two. */
  private static final long PER_TOKEN = 100;

  private long granted = FLOOR;
  private @Nullable IToken start;

  /** Notes the first token of a declaration or statement. */
  void starts(IToken token) {
    start = token;
  }

  /** The first token of the last declaration or statement that was begun, or null for none. */
  @Nullable IToken start() {
    return start;
  }

  /** The token to hand out in place of the next one of the source. */
  IToken counted(IToken token) {
    granted += PER_TOKEN;
    return new Counted(token);
  }

  /** A token of the source, from which every step to its successor is counted. */
  private final class Counted implements IToken {
    private final IToken token;
    private @Nullable IToken next;

    Counted(IToken token) {
      this.token = token;
    }

    @Override
    public @Nullable IToken getNext() {
      if (--granted < 0) {
        throw new ParseError(ParseErrorKind.TIMEOUT_OR_CANCELLED);
      }
      return next;
    }

    @Override
    public void setNext(IToken successor) {
      next = successor;
    }

    @Override
    public int getType() {
      return token.getType();
    }

    @Override
    public void setType(int type) {
      token.setType(type);
    }

    @Override
    public String getImage() {
      return token.getImage();
    }

    @Override
    public char[] getCharImage() {
      return token.getCharImage();
    }

    @Override
    public int getOffset() {
      return token.getOffset();
    }

    @Override
    public int getLength() {
      return token.getLength();
    }

    @Override
    public int getEndOffset() {
      return token.getEndOffset();
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // the interface still asks for it
    public boolean isOperator() {
      return token.isOperator();
    }

    @Override
    public String toString() {
      return token.toString();
    }
  }
}
