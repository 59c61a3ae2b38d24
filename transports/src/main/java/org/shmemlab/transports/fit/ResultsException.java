package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Results of a real machine that cannot be used. */
public final class ResultsException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient ImmutableList<String> mistakes;

  public ResultsException(List<String> mistakes) {
    super(String.join("\n", mistakes));
    this.mistakes = ImmutableList.copyOf(mistakes);
  }

  /** One line for each mistake: {@code file:line: error: what is wrong}. */
  public ImmutableList<String> mistakes() {
    return mistakes;
  }
}
