package org.shmemlab.scenarios.source;

/** Words of a command line, as a POSIX shell reads them. */
public final class ShellWords {
  private ShellWords() {}

  /** A word as it is where the shell takes it so, else in single quotes. */
  public static String quoted(String word) {
    return word.matches("[\\w./+=:@%,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
