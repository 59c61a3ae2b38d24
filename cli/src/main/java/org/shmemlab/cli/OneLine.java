package org.shmemlab.cli;

/** Writes a foreign message, which may have several lines, in one. */
final class OneLine {
  private OneLine() {}

  /** The text with a blank for each end of a line and what stands around it. */
  static String of(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }
}
