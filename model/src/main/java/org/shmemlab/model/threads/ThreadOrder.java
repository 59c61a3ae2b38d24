package org.shmemlab.model.threads;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.function.Predicate;
import org.shmemlab.model.table.BuiltInTable;

/**
 * Holds the table of thread order, whose rules are all that CUDA and PTX order between threads.
 *
 * @param text the file with its comments
 * @param events the rules of each event; some fences have none
 */
public record ThreadOrder(String text, ImmutableMap<String, ThreadEvent> events) {
  /** The name of the table. */
  public static final String NAME = "threads";

  /** The table of the PTX ISA and the CUDA C++ Programming Guide. */
  public static final ThreadOrder PTX =
      BuiltInTable.read(ThreadOrder.class, NAME, ThreadTableText::parse);

  private static final ThreadEvent NO_RULES = ThreadEvent.of(ImmutableList.of());

  /** An event by its name; one without rules if the table does not have it. */
  public ThreadEvent at(String event) {
    return events.getOrDefault(event, NO_RULES);
  }

  /** Whether the table has an event: a fence that it does not have is not supported. */
  public boolean has(String event) {
    return events.containsKey(event);
  }

  /** All rules, event by event. */
  public ImmutableList<ThreadRule> rules() {
    return events.values().stream()
        .flatMap(event -> event.rules().stream())
        .collect(ImmutableList.toImmutableList());
  }

  /** The same table without some rules. */
  public ThreadOrder without(Predicate<ThreadRule> gone) {
    return new ThreadOrder(
        text,
        ImmutableMap.copyOf(
            Maps.transformValues(
                events,
                event ->
                    ThreadEvent.of(
                        event.rules().stream()
                            .filter(gone.negate())
                            .collect(ImmutableList.toImmutableList())))));
  }
}
