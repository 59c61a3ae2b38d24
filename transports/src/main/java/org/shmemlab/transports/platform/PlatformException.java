package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import java.util.stream.Collectors;
import org.shmemlab.model.program.SourceLine;

/** Reports the mistakes of a platform file: one or more, each with its line. */
public final class PlatformException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ImmutableList<Mistake> mistakes;

  /**
   * One mistake.
   *
   * @param at where it is; line 0 where there is no file
   * @param text what is wrong, and what to do
   */
  public record Mistake(SourceLine at, String text) {
    /** {@code file:line: error: text}. */
    @Override
    public String toString() {
      return (at.line() == 0 ? at.file() : at) + ": error: " + text;
    }
  }

  PlatformException(ImmutableList<Mistake> mistakes) {
    super(mistakes.stream().map(Mistake::toString).collect(Collectors.joining("\n")));
    this.mistakes = mistakes;
  }

  static PlatformException of(SourceLine at, String text) {
    return new PlatformException(ImmutableList.of(new Mistake(at, text)));
  }

  /** The mistakes in the order of their lines; one or more. */
  public ImmutableList<Mistake> mistakes() {
    return mistakes;
  }
}
