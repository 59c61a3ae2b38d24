package org.shmemlab.model.order;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;

/**
 * The entries of a table that some settings leave in force, as bits: for each kind of earlier
 * operation and each later event or call, which events have to have happened, and under which
 * conditions.
 */
public final class CompiledTable {
  private static final int EVENTS = Event.Kind.values().length;
  private static final int KINDS = OperationKind.values().length;
  private static final int MOMENTS = Moment.values().length;
  private static final int FENCED = Condition.FENCE.bit() | Condition.FENCE_OF_EITHER_SIDE.bit();
  private static final int UPDATES =
      bit(Event.Kind.VISIBLE) | bit(Event.Kind.RMW) | bit(Event.Kind.SIGNAL_VISIBLE);

  /** Events that have to have happened where some conditions hold. */
  private record Cell(int where, int events) {}

  private static final Cell[] NOTHING = {};

  private final Cell[][] known = new Cell[KINDS * EVENTS * KINDS][]; // by later kind and event
  private final Cell[][] fenced = new Cell[KINDS * EVENTS * KINDS][];
  private final Cell[][] calls = new Cell[MOMENTS * KINDS][];
  private final int[] returns = new int[KINDS]; // events, by kind
  private final int[] issue = new int[KINDS * KINDS]; // conditions of all, or -1
  private final int commonToFences; // conditions that every entry with a fence has, or -1
  private final int bothSides; // kinds that a fence of the other side orders
  private final boolean dataBeforeSignal;

  /**
   * A table for a program.
   *
   * @param settings which of the names behind {@code if} and {@code unless} are on
   */
  public CompiledTable(OrderTable table, Predicate<String> settings) {
    Arrays.fill(known, NOTHING);
    Arrays.fill(fenced, NOTHING);
    Arrays.fill(calls, NOTHING);
    Arrays.fill(issue, -1);
    int common = -1;
    int both = 0;
    boolean signal = false;
    for (Entry entry : table.entries()) {
      if (!entry.isUnder(settings)) {
        continue;
      }
      int where = entry.where().stream().mapToInt(Condition::bit).sum();
      if ((where & FENCED) != 0) {
        common &= where & ~FENCED;
      }
      for (Entry.Part later : entry.later()) {
        for (Entry.Part earlier : entry.earlier()) {
          signal |= add(earlier, later, where);
          if ((where & Condition.FENCE_OF_EITHER_SIDE.bit()) != 0) {
            both |= 1 << of(earlier).ordinal();
          }
        }
      }
    }
    this.commonToFences = common;
    this.bothSides = both;
    this.dataBeforeSignal = signal;
  }

  // Whether it is the data before the signal of its put.
  private boolean add(Entry.Part earlier, Entry.Part later, int where) {
    int before = of(earlier).ordinal();
    Cell cell = new Cell(where & ~FENCED, bit(event(earlier)));
    Event.Kind event = later.moment().event();
    if (later.moment() == Moment.RETURN) {
      returns[before] |= cell.events();
    } else if (event == null) {
      add(calls, later.moment().ordinal() * KINDS + before, cell);
    } else if ((where & Condition.OWN.bit()) != 0) {
      return true;
    } else if ((where & FENCED) != 0) {
      add(fenced, place(of(later), event, before), cell);
    } else {
      add(known, place(of(later), event, before), cell);
      int pair = of(later).ordinal() * KINDS + before;
      issue[pair] = issue[pair] < 0 ? cell.where() : issue[pair] & cell.where();
    }
    return false;
  }

  private static void add(Cell[][] cells, int place, Cell added) {
    Cell[] there = cells[place];
    for (int i = 0; i < there.length; i++) {
      if (there[i].where() == added.where()) {
        cells[place] = there.clone();
        cells[place][i] = new Cell(added.where(), there[i].events() | added.events());
        return;
      }
    }
    Cell[] more = Arrays.copyOf(there, there.length + 1);
    more[there.length] = added;
    cells[place] = more;
  }

  private static OperationKind of(Entry.Part part) {
    @Nullable OperationKind of = part.of();
    if (of == null) {
      throw new IllegalArgumentException("a call where an event belongs: " + part);
    }
    return of;
  }

  private static Event.Kind event(Entry.Part part) {
    Event.@Nullable Kind event = part.moment().event();
    if (event == null) {
      throw new IllegalArgumentException("a call where an event belongs: " + part);
    }
    return event;
  }

  private static int place(OperationKind later, Event.Kind event, int earlier) {
    return (later.ordinal() * EVENTS + event.ordinal()) * KINDS + earlier;
  }

  private static int bit(Event.Kind event) {
    return 1 << event.ordinal();
  }

  // ---------------------------------------------------------------- events

  /** Whether everything has happened that an event of an operation in flight comes after. */
  public boolean mayHappen(Pending later, Event event, InFlight inFlight) {
    return isOver(known, later.behind(), later, event, inFlight)
        && isOver(fenced, later.after(), later, event, inFlight);
  }

  private static boolean isOver(
      Cell[][] cells, ImmutableIntArray numbers, Pending later, Event event, InFlight inFlight) {
    for (int i = 0; i < numbers.length(); i++) {
      Pending earlier = inFlight.find(numbers.get(i));
      if (earlier != null) {
        for (Cell cell : cells[place(later.kind(), event.kind(), earlier.kind().ordinal())]) {
          if (!earlier.allHappened(cell.events())
              && holds(cell.where(), earlier.operation(), later.operation())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether what the call that issued an operation returns after has happened. */
  public boolean mayReturn(Pending operation) {
    return operation.allHappened(returns[operation.kind().ordinal()]);
  }

  private static boolean holds(int where, Operation earlier, Operation later) {
    return ((where & Condition.SAME_TARGET.bit()) == 0 || earlier.pe() == later.pe())
        && ((where & Condition.SAME_CONTEXT.bit()) == 0
            || earlier.origin().context() == later.origin().context())
        && ((where & Condition.SAME_AGENT.bit()) == 0
            || earlier.origin().agent() == later.origin().agent())
        && ((where & Condition.SAME_PE.bit()) == 0 || earlier.origin().pe() == later.origin().pe())
        && ((where & Condition.SAME_BYTES.bit()) == 0 || earlier.overlaps(later));
  }

  /** Whether a fence between two operations can matter to the later one. */
  public boolean fenceSeparates(Operation earlier, Operation later) {
    return commonToFences >= 0 && holds(commonToFences, earlier, later);
  }

  /** Whether the mere order of issue of two operations can matter to the later one. */
  public boolean issueOrders(Operation earlier, Operation later) {
    int where =
        issue[OperationKind.of(later).ordinal() * KINDS + OperationKind.of(earlier).ordinal()];
    return where >= 0 && holds(where, earlier, later);
  }

  /** Whether fences of the side that did not issue an operation order it, too. */
  public boolean fencesOfBothSides(Operation earlier) {
    return (bothSides >> OperationKind.of(earlier).ordinal() & 1) != 0;
  }

  /**
   * Whether all updates of the later operation come after all updates of the earlier one.
   *
   * @param issued whether the later agent came after the issue of the earlier operation
   * @param afterFence whether a fence that reaches the earlier operation was between them
   */
  public boolean updatesInOrder(
      Operation earlier, Operation later, boolean issued, boolean afterFence) {
    OperationKind first = OperationKind.of(earlier);
    OperationKind second = OperationKind.of(later);
    boolean some = false;
    for (Event.Kind event : second.events()) {
      if ((bit(event) & UPDATES) == 0) {
        continue;
      }
      int place = place(second, event, first.ordinal());
      int before = issued ? events(known[place], earlier, later) : 0;
      before |= afterFence ? events(fenced[place], earlier, later) : 0;
      int all = updates(first);
      if ((before & all) != all || all == 0) {
        return false;
      }
      some = true;
    }
    return some;
  }

  private static int updates(OperationKind kind) {
    int updates = 0;
    for (Event.Kind event : kind.events()) {
      updates |= bit(event) & UPDATES;
    }
    return updates;
  }

  private static int events(Cell[] cells, Operation earlier, Operation later) {
    int events = 0;
    for (Cell cell : cells) {
      events |= holds(cell.where(), earlier, later) ? cell.events() : 0;
    }
    return events;
  }

  /** Whether the signal of a put comes after its data. */
  public boolean dataBeforeSignal() {
    return dataBeforeSignal;
  }

  // ---------------------------------------------------------------- calls

  /** Whether a call may return: all that it waits for has happened. */
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    for (int i = 0; i < inFlight.pending().size(); i++) {
      Pending earlier = inFlight.pending().get(i);
      for (Cell cell : calls[Moment.of(call).ordinal() * KINDS + earlier.kind().ordinal()]) {
        if (!earlier.allHappened(cell.events())
            && holds(cell.where(), earlier.operation(), earlier.knownBy(), caller)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether a call waits for events of an earlier operation.
   *
   * @param knownBy agents that come after its issue
   */
  public boolean awaits(OrderingCall call, Caller caller, Operation earlier, BitSet knownBy) {
    for (Cell cell :
        calls[Moment.of(call).ordinal() * KINDS + OperationKind.of(earlier).ordinal()]) {
      if (holds(cell.where(), earlier, knownBy, caller)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(int where, Operation earlier, BitSet knownBy, Caller caller) {
    return caller.isFor(earlier)
        && ((where & Condition.KNOWN.bit()) == 0 || knownBy.get(caller.agent()))
        && ((where & Condition.SAME_AGENT.bit()) == 0 || earlier.origin().agent() == caller.agent())
        && ((where & Condition.SAME_PE.bit()) == 0 || earlier.origin().pe() == caller.pe())
        && ((where & Condition.SAME_CONTEXT.bit()) == 0
            || earlier.origin().context() == caller.context());
  }

  /** Whether a quiet waits for operations that its agent need not know of. */
  public boolean quietCoversOthers() {
    for (int kind = 0; kind < KINDS; kind++) {
      for (Cell cell : calls[Moment.QUIET.ordinal() * KINDS + kind]) {
        if ((cell.where() & (Condition.KNOWN.bit() | Condition.SAME_AGENT.bit())) == 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether signal_fetch shows no signal that is not visible yet. */
  public boolean signalFetchWaits() {
    for (int kind = 0; kind < KINDS; kind++) {
      if (calls[Moment.SIGNAL_FETCH.ordinal() * KINDS + kind].length != 0) {
        return true;
      }
    }
    return false;
  }
}
