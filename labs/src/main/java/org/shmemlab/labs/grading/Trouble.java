package org.shmemlab.labs.grading;

import java.util.List;

/**
 * Describes one thing that keeps an answer from meeting a criterion.
 *
 * @param kind one of {@code Mistake.KINDS}
 * @param facts those by which the lab recognises a mistake
 * @param text what it is, on one line
 * @param say the lab's explanation of this mistake, which many make; empty where it has none
 * @param picture lines of a schedule that shows it; empty where none was asked for or there is none
 */
public record Trouble(
    String kind, TroubleFacts facts, String text, String say, List<String> picture) {
  public Trouble {
    picture = List.copyOf(picture);
  }

  static Trouble of(String kind, String text) {
    return of(kind, TroubleFacts.NONE, text);
  }

  static Trouble of(String kind, TroubleFacts facts, String text) {
    return new Trouble(kind, facts, text, "", List.of());
  }

  Trouble with(TroubleFacts others) {
    return new Trouble(kind, others, text, say, picture);
  }

  Trouble saying(String what) {
    return new Trouble(kind, facts, text, what, picture);
  }
}
