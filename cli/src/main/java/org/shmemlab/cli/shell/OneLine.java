package org.shmemlab.cli.shell;

/** Writes a foreign message, which may have several lines, in one. */
public final class OneLine {
  private OneLine() {}

  /** The text with a blank for each end of a line and what stands around it. */
  public static String of(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }
}
