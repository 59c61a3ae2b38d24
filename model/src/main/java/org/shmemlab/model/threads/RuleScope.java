package org.shmemlab.model.threads;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lists the scopes within which a clock flows (PTX ISA, "Scope"). */
public enum RuleScope {
  /** That of the event itself: {@code .cta}, {@code .gpu} or {@code .sys}. */
  OWN,
  /** Each scope by itself. */
  EACH,
  /** The least scope that holds the thread which wrote a value and the one which reads it. */
  DISTANCE,
  /** All scopes. */
  ALL;

  /** The name in tables. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The scope of a name in tables. */
  static Optional<RuleScope> named(String key) {
    return Arrays.stream(values()).filter(scope -> scope.key().equals(key)).findFirst();
  }
}
