package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * A mistake that people make in a lab, with answers that make it and what its author is told.
 *
 * @param files answers that make it, beside the lab's other files
 * @param when what tells it from others
 * @param say what the student reads
 */
public record Mistake(ImmutableList<String> files, When when, String say) {
  /**
   * What tells a mistake; all that is not null has to fit.
   *
   * @param criterion the name of the one that is not met
   * @param kind what is wrong: {@link #KINDS}
   * @param accesses of a conflict: both, as findings call them, in any order
   * @param text a part of what the finding says
   * @param calls kinds of calls that the program makes, by {@link CallWords}
   * @param without kinds of calls that it does not make
   * @param inOrder kinds of calls that stand in its code in this order, whatever stands between
   */
  public record When(
      @Nullable String criterion,
      @Nullable String kind,
      @Nullable ImmutableList<String> accesses,
      @Nullable String text,
      ImmutableList<String> calls,
      ImmutableList<String> without,
      ImmutableList<String> inOrder) {}

  /** The kinds of what can be wrong, beside those of findings of a check. */
  public static final ImmutableList<String> KINDS =
      ImmutableList.of(
          "conflict",
          "deadlock",
          "livelock",
          "assertion",
          "misuse",
          "stale",
          "source",
          "prints",
          "exit",
          "endless",
          "slow",
          "missing call",
          "forbidden call",
          "not all orders");
}
