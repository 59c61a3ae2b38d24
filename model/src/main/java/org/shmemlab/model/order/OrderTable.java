package org.shmemlab.model.order;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.order.RuleEntry.Part;

/**
 * Holds a table of order, whose entries are all that orders.
 *
 * @param name its subject
 * @param file where it was read from, for messages
 * @param text the file with its comments, of which entries may since have changed
 */
public record OrderTable(String name, String file, String text, ImmutableList<RuleEntry> entries) {

  /** The same table under the name of another file. */
  public OrderTable from(String other) {
    return new OrderTable(name, other, text, entries);
  }

  /** The same table, with no order between some parts of operations and calls. */
  public OrderTable without(
      Predicate<RuleEntry> of, Predicate<Part> earlier, Predicate<Part> later) {
    ImmutableList.Builder<RuleEntry> kept = ImmutableList.builder();
    for (RuleEntry entry : entries) {
      if (!of.test(entry)) {
        kept.add(entry);
        continue;
      }
      // The remainder of a box when a smaller one is cut out of it.
      add(kept, entry, filter(entry.earlier(), earlier.negate()), entry.later());
      add(kept, entry, filter(entry.earlier(), earlier), filter(entry.later(), later.negate()));
    }
    return new OrderTable(name, file, text, kept.build());
  }

  private static void add(
      ImmutableList.Builder<RuleEntry> kept,
      RuleEntry entry,
      ImmutableSet<Part> earlier,
      ImmutableSet<Part> later) {
    if (!earlier.isEmpty() && !later.isEmpty()) {
      kept.add(new RuleEntry(entry.line(), earlier, later, entry.where(), entry.settings()));
    }
  }

  private static ImmutableSet<Part> filter(ImmutableSet<Part> parts, Predicate<Part> wanted) {
    return parts.stream().filter(wanted).collect(ImmutableSet.toImmutableSet());
  }

  /** The same table with one more entry. */
  public OrderTable with(RuleEntry added) {
    return new OrderTable(
        name, file, text, ImmutableList.<RuleEntry>builder().addAll(entries).add(added).build());
  }

  /** The same table, in which some entries hold under other conditions. */
  public OrderTable where(
      Predicate<RuleEntry> of, UnaryOperator<ImmutableSet<RuleCondition>> conditions) {
    return new OrderTable(
        name,
        file,
        text,
        entries.stream()
            .map(entry ->
                of.test(entry)
                    ? new RuleEntry(
                        entry.line(),
                        entry.earlier(),
                        entry.later(),
                        Sets.immutableEnumSet(conditions.apply(entry.where())),
                        entry.settings())
                    : entry)
            .collect(ImmutableList.toImmutableList()));
  }
}
