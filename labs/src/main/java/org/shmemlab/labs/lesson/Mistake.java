package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;

/**
 * Describes a mistake that students make in a lab, with answers that make it and its explanation.
 *
 * @param files answers that make it, among the lab's files
 * @param when the condition that recognises it
 * @param say what the student reads
 */
public record Mistake(ImmutableList<String> files, When when, String say) {
  /**
   * Recognises a mistake; all parts that are not null have to fit.
   *
   * @param criterion the name of the one that is not met
   * @param kind the kind of the trouble: {@link #KINDS}
   * @param accesses of a conflict: both, as findings call them, in any order
   * @param rule of a misuse: its sentence, with %s in the place of each argument
   * @param names of a misuse: names among the arguments; of a conflict: the object
   * @param printed the first line of the output that is not expected
   * @param waits of a deadlock or livelock: PEs of which a thread of a kernel waits
   * @param calls kinds of calls that the program makes, by {@link CallWords}
   * @param without kinds of calls that it does not make
   * @param inOrder kinds of calls that stand in its code in this order, whatever stands between
   * @param place calls before and after the accesses of a conflict, in the schedule that shows it
   * @param advises a kind of call that the explanation asks for: it is given only where the search
   *     for repairs says that this call, at some place, removes the conflict
   */
  public record When(
      @Nullable String criterion,
      @Nullable String kind,
      @Nullable ImmutableList<String> accesses,
      @Nullable String rule,
      ImmutableList<String> names,
      @Nullable String printed,
      ImmutableList<Integer> waits,
      ImmutableList<String> calls,
      ImmutableList<String> without,
      ImmutableList<String> inOrder,
      Place place,
      @Nullable String advises) {}

  /**
   * Names calls by their place among the accesses of a conflict.
   *
   * @param beforeFirst kinds of calls that the thread of the first access makes before it
   * @param afterFirst those that it makes after it, in this order
   * @param notAfterFirst those that it does not make after it
   * @param beforeSecond those that the thread of the second access makes before it
   */
  public record Place(
      ImmutableList<String> beforeFirst,
      ImmutableList<String> afterFirst,
      ImmutableList<String> notAfterFirst,
      ImmutableList<String> beforeSecond) {}

  /** The kinds of mistakes, besides those of findings of a check. */
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
          "predicted less",
          "predicted more",
          "missing call",
          "forbidden call",
          "not all orders");

  /** Those of an answer that does not do yet what is asked. */
  public static final ImmutableList<String> UNFINISHED =
      ImmutableList.of(
          "prints",
          "slow",
          "predicted less",
          "predicted more",
          "missing call",
          "forbidden call",
          "not all orders");
}
