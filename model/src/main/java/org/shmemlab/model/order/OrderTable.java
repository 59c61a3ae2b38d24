package org.shmemlab.model.order;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.order.Entry.Part;

/**
 * What orders what: nothing but what the entries say.
 *
 * @param name what it is the table of
 * @param file where it was read from, for messages
 * @param text the file with its comments, of which entries may since have changed
 */
public record OrderTable(String name, String file, String text, ImmutableList<Entry> entries) {

  /** The same table under the name of another file. */
  public OrderTable from(String other) {
    return new OrderTable(name, other, text, entries);
  }

  /** The same table, with no order between some parts of operations and calls. */
  public OrderTable without(Predicate<Entry> of, Predicate<Part> earlier, Predicate<Part> later) {
    ImmutableList.Builder<Entry> kept = ImmutableList.builder();
    for (Entry entry : entries) {
      if (!of.test(entry)) {
        kept.add(entry);
        continue;
      }
      // What is left of a box when a smaller one is cut out of it.
      add(kept, entry, filter(entry.earlier(), earlier.negate()), entry.later());
      add(kept, entry, filter(entry.earlier(), earlier), filter(entry.later(), later.negate()));
    }
    return new OrderTable(name, file, text, kept.build());
  }

  private static void add(
      ImmutableList.Builder<Entry> kept,
      Entry entry,
      ImmutableSet<Part> earlier,
      ImmutableSet<Part> later) {
    if (!earlier.isEmpty() && !later.isEmpty()) {
      kept.add(new Entry(entry.line(), earlier, later, entry.where(), entry.settings()));
    }
  }

  private static ImmutableSet<Part> filter(ImmutableSet<Part> parts, Predicate<Part> wanted) {
    return parts.stream().filter(wanted).collect(ImmutableSet.toImmutableSet());
  }

  /** The same table with one more entry. */
  public OrderTable with(Entry added) {
    return new OrderTable(
        name, file, text, ImmutableList.<Entry>builder().addAll(entries).add(added).build());
  }

  /** The same table, in which some entries hold under other conditions. */
  public OrderTable where(Predicate<Entry> of, UnaryOperator<ImmutableSet<Condition>> conditions) {
    return new OrderTable(
        name,
        file,
        text,
        entries.stream()
            .map(entry ->
                of.test(entry)
                    ? new Entry(
                        entry.line(),
                        entry.earlier(),
                        entry.later(),
                        Sets.immutableEnumSet(conditions.apply(entry.where())),
                        entry.settings())
                    : entry)
            .collect(ImmutableList.toImmutableList()));
  }
}
