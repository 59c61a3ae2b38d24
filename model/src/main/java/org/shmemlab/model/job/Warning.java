package org.shmemlab.model.job;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.SourceLine;

/**
 * Something questionable that a program did and that does not stop it.
 *
 * @param names the parts of the text that distinguish it from others at its line; numbers do not
 */
public record Warning(SourceLine line, int pe, String text, ImmutableList<String> names) {
  /** A warning that every character of its text distinguishes. */
  public Warning(SourceLine line, int pe, String text) {
    this(line, pe, text, ImmutableList.of(text));
  }
}
