package org.shmemlab.labs.lesson;

/** Reports a mistake in the files of a lab; the message is {@code file:line: error: what}. */
public final class BadLab extends Exception {
  private static final long serialVersionUID = 1L;

  BadLab(String file, int line, String text) {
    super(file + (line > 0 ? ":" + line : "") + ": error: " + text.replaceAll("\\s*\\R\\s*", " "));
  }
}
