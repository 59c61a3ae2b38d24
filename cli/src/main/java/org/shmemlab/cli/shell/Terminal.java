package org.shmemlab.cli.shell;

import com.google.common.primitives.Ints;
import org.jspecify.annotations.Nullable;

/**
 * Knows the terminal that standard output and error may end on. Java cannot see that; the launcher
 * looks, and says it in properties.
 */
public final class Terminal {
  private static final @Nullable String ERRORS = System.getProperty("shmemlab.terminal");

  private Terminal() {}

  /** Whether a launcher has looked. */
  static boolean isKnown() {
    return ERRORS != null;
  }

  /** Whether standard error ends on one. */
  public static boolean showsErrors() {
    return Boolean.parseBoolean(ERRORS);
  }

  /** How wide the one is on which standard output ends; null where it does not. */
  public static @Nullable Integer columns() {
    return Ints.tryParse(System.getProperty("shmemlab.columns", ""));
  }

  /** Whether its user did not ask for no colours. */
  public static boolean isColoured() {
    return isColoured(System.getenv("NO_COLOR"));
  }

  /**
   * The same.
   *
   * @param noColour the variable NO_COLOR: none, unless it is not set or empty (no-color.org)
   */
  public static boolean isColoured(@Nullable String noColour) {
    return noColour == null || noColour.isEmpty();
  }
}
