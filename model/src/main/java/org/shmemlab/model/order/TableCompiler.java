package org.shmemlab.model.order;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.order.RuleEntry.Part;

/** Makes a {@link CompiledTable} of the entries that are in force. */
public final class TableCompiler {
  private final Queues queues;
  private final Map<RuleEntry, Sides> entries = new LinkedHashMap<>(); // and the sides they are for

  final Cell[][] issued = cells(CompiledTable.LATER * CompiledTable.KINDS);
  final Cell[][] fenced = cells(CompiledTable.LATER * CompiledTable.KINDS);
  final Cell[][] calls = cells(CompiledTable.MOMENTS * CompiledTable.KINDS);
  final Cell[][] returns = cells(CompiledTable.KINDS);
  final int[] issue = new int[CompiledTable.KINDS * CompiledTable.KINDS];
  int commonToFences = -1;
  int bothSides;
  boolean dataBeforeSignal;

  /** For tables that distinguish queues so. */
  public TableCompiler(Queues queues) {
    this.queues = queues;
    Arrays.fill(issue, -1);
  }

  private static Cell[][] cells(int number) {
    Cell[][] cells = new Cell[number][];
    Arrays.fill(cells, Cell.NONE);
    return cells;
  }

  /**
   * Adds the entries of a table for earlier operations of these sides.
   *
   * @param settings the names that are on there, of those after {@code if} and {@code unless}
   */
  public TableCompiler add(OrderTable table, Sides sides, Predicate<String> settings) {
    for (RuleEntry entry : table.entries()) {
      if (entry.isUnder(settings)) {
        entries.merge(entry, sides, (a, b) -> a == b ? a : Sides.BOTH);
      }
    }
    return this;
  }

  /** The table of all entries that were added. */
  public CompiledTable compiled() {
    entries.forEach(this::add);
    return new CompiledTable(this, queues);
  }

  private void add(RuleEntry entry, Sides sides) {
    int where =
        switch (sides) {
          case HOST -> Cell.OF_HOST;
          case DEVICE -> Cell.OF_DEVICE;
          case BOTH -> 0;
        };
    for (RuleCondition condition : entry.where()) {
      where |= condition.bit();
    }
    if ((where & Cell.FENCED) != 0) {
      commonToFences &= where & ~Cell.FENCED;
    }
    for (Part earlier : entry.earlier()) {
      for (Part later : entry.later()) {
        add(earlier, later, where);
      }
      if ((where & RuleCondition.FENCE_OF_EITHER_SIDE.bit()) != 0) {
        bothSides |= 1 << kind(earlier).ordinal();
      }
    }
  }

  private void add(Part earlier, Part later, int where) {
    OperationKind before = kind(earlier);
    Event.Kind event = event(earlier);
    boolean ofSignal = event == Event.Kind.SIGNAL_VISIBLE && before != OperationKind.SIGNAL_OP;
    Cell cell =
        new Cell(
            where & ~Cell.FENCED,
            CompiledTable.bit(event),
            ofSignal,
            bits(earlier.by()),
            bits(later.by()));
    boolean own = (where & RuleCondition.OWN.bit()) != 0;
    Event.@Nullable Kind what = later.moment().event();
    if (later.moment() == Moment.RETURN && own) {
      if (later.of() == null || later.of() == before) {
        add(returns, before.ordinal(), cell);
      }
    } else if (later.moment() == Moment.RETURN) {
      addIssued(kind(later), CompiledTable.RETURN, before, cell);
    } else if (what == null) {
      add(calls, later.moment().ordinal() * CompiledTable.KINDS + before.ordinal(), cell);
    } else if (own) {
      dataBeforeSignal = true;
    } else {
      for (Event.Kind one : begun(kind(later), what)) {
        if ((where & Cell.FENCED) != 0) {
          add(fenced, CompiledTable.place(kind(later), one.ordinal(), before.ordinal()), cell);
        } else {
          addIssued(kind(later), one.ordinal(), before, cell);
        }
      }
    }
  }

  /**
   * The events that wait where one of a table does: an update in two steps begins with the first,
   * and where nothing is delivered before it becomes visible, becoming visible is the delivery.
   */
  private static ImmutableList<Event.Kind> begun(OperationKind of, Event.Kind event) {
    return switch (event) {
      case DELIVERED -> ImmutableList.of(Event.Kind.DELIVERED, Event.Kind.VISIBLE);
      case RMW -> ImmutableList.of(Event.Kind.UPDATE_READ, Event.Kind.RMW);
      case SIGNAL_VISIBLE ->
          of.has(Event.Kind.SIGNAL_VISIBLE)
              ? ImmutableList.of(Event.Kind.UPDATE_READ, Event.Kind.SIGNAL_VISIBLE)
              : ImmutableList.of();
      default -> ImmutableList.of(event);
    };
  }

  private void addIssued(OperationKind later, int event, OperationKind before, Cell cell) {
    add(issued, CompiledTable.place(later, event, before.ordinal()), cell);
    int pair = later.ordinal() * CompiledTable.KINDS + before.ordinal();
    issue[pair] = issue[pair] < 0 ? cell.where() : issue[pair] & cell.where();
  }

  private static void add(Cell[][] cells, int place, Cell added) {
    Cell[] there = cells[place];
    for (int i = 0; i < there.length; i++) {
      Cell one = there[i];
      Cell same = new Cell(one.where(), added.events(), one.ofSignal(), one.earlier(), one.later());
      if (same.equals(added)) {
        cells[place] = there.clone();
        cells[place][i] =
            new Cell(
                one.where(),
                one.events() | added.events(),
                one.ofSignal(),
                one.earlier(),
                one.later());
        return;
      }
    }
    Cell[] more = Arrays.copyOf(there, there.length + 1);
    more[there.length] = added;
    cells[place] = more;
  }

  private static int bits(ImmutableSet<Transaction> ways) {
    return ways.isEmpty() ? Cell.ANY : ways.stream().mapToInt(Transaction::bit).sum();
  }

  private static OperationKind kind(Part part) {
    @Nullable OperationKind of = part.of();
    if (of == null) {
      throw new IllegalArgumentException("a call where an event belongs: " + part);
    }
    return of;
  }

  private static Event.Kind event(Part part) {
    Event.@Nullable Kind event = part.moment().event();
    if (event == null) {
      throw new IllegalArgumentException("a call where an event belongs: " + part);
    }
    return event;
  }
}
