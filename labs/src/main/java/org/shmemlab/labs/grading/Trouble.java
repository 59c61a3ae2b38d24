package org.shmemlab.labs.grading;

import java.util.List;

/**
 * Describes one thing that keeps an answer from meeting a criterion.
 *
 * @param kind one of {@code Mistake.KINDS}
 * @param accesses of a conflict: what both are called, sorted; else empty
 * @param text what it is, on one line
 * @param say the lab's explanation of this mistake, which many make; empty where it has none
 * @param picture lines of a schedule that shows it; empty where none was asked for or there is none
 */
public record Trouble(
    String kind, List<String> accesses, String text, String say, List<String> picture) {
  public Trouble {
    accesses = List.copyOf(accesses);
    picture = List.copyOf(picture);
  }

  static Trouble of(String kind, String text) {
    return new Trouble(kind, List.of(), text, "", List.of());
  }

  Trouble saying(String what) {
    return new Trouble(kind, accesses, text, what, picture);
  }
}
