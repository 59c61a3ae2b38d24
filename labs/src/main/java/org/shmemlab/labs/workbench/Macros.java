package org.shmemlab.labs.workbench;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Limits the macros that may be defined before the first line of a user's program. */
final class Macros {
  /** Most macros of a program. */
  static final int MOST = 16;

  /** Most characters of a name, and of a value. */
  static final int LONGEST = 80;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
  private static final Pattern VALUE = Pattern.compile("[ -~]*");

  private Macros() {}

  /** Their mistake, in a sentence; empty where there is none. */
  static Optional<String> wrong(Map<String, String> macros) {
    if (macros.size() > MOST) {
      return Optional.of("At most %d macros, not %d.".formatted(MOST, macros.size()));
    }
    for (Map.Entry<String, String> macro : macros.entrySet()) {
      if (!fits(NAME, macro.getKey()) || !fits(VALUE, macro.getValue())) {
        return Optional.of(
            "A macro is NAME=VALUE, as in COUNT=4096: a name of letters, digits and underscores,"
                + " and up to %d characters of ASCII for each.".formatted(LONGEST));
      }
    }
    return Optional.empty();
  }

  private static boolean fits(Pattern pattern, String text) {
    return text.length() <= LONGEST && pattern.matcher(text).matches();
  }
}
