package org.shmemlab.model.order;

import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import java.util.function.Predicate;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.Sides;

/**
 * Compiles the entries of tables that some settings leave in force to bits: for each kind of
 * earlier operation and each later event or call, the events that have to have happened, and the
 * conditions of that.
 */
public final class CompiledTable {
  static final int KINDS = OperationKind.values().length;
  static final int MOMENTS = Moment.values().length;

  /** The return of a call among the later events of an operation. */
  static final int RETURN = Event.Kind.values().length;

  /** The later events of all kinds of operations. */
  static final int LATER = KINDS * (RETURN + 1);

  private static final int UPDATES =
      bit(Event.Kind.VISIBLE) | bit(Event.Kind.RMW) | bit(Event.Kind.SIGNAL_VISIBLE);

  private static final int BYTES = RuleCondition.SAME_BYTES.bit();

  private final Queues queues;
  private final Cell[][] issued; // by later kind and event, and earlier kind
  private final Cell[][] fenced;
  private final boolean[]
      afterIssued; // by later kind and event: whether an entry orders it after anything
  private final boolean[] afterFenced;
  private final Cell[][] calls; // by point and earlier kind
  private final boolean[] waits; // by point: whether such a call waits for anything
  private final Cell[][] returns; // by kind: the events before the return of its own call
  private final int[] issue; // by later and earlier kind: conditions of all entries, or -1
  private final int commonToFences; // conditions that every entry with a fence has, or -1
  private final int bothSides; // kinds that a fence of the other side orders
  private final boolean dataBeforeSignal;

  CompiledTable(TableCompiler compiler, Queues queues) {
    this.queues = queues;
    this.issued = compiler.issued;
    this.fenced = compiler.fenced;
    this.afterIssued = some(issued);
    this.afterFenced = some(fenced);
    this.calls = compiler.calls;
    this.waits = some(calls);
    this.returns = compiler.returns;
    this.issue = compiler.issue;
    this.commonToFences = compiler.commonToFences;
    this.bothSides = compiler.bothSides;
    this.dataBeforeSignal = compiler.dataBeforeSignal;
  }

  /**
   * One table for a program, in which queues are not distinguished.
   *
   * @param settings the names that are on, of those after {@code if} and {@code unless}
   */
  public static CompiledTable of(OrderTable table, Predicate<String> settings) {
    return new TableCompiler((earlier, later) -> earlier.context() == later.context())
        .add(table, Sides.BOTH, settings)
        .compiled();
  }

  private static boolean[] some(Cell[][] cells) {
    boolean[] some = new boolean[cells.length / KINDS];
    for (int later = 0; later < some.length; later++) {
      for (int kind = 0; kind < KINDS; kind++) {
        some[later] |= cells[later * KINDS + kind].length != 0;
      }
    }
    return some;
  }

  static int place(OperationKind later, int event, int earlier) {
    return later(later, event) * KINDS + earlier;
  }

  private static int later(OperationKind kind, int event) {
    return kind.ordinal() * (RETURN + 1) + event;
  }

  static int bit(Event.Kind event) {
    return 1 << event.ordinal();
  }

  // ---------------------------------------------------------------- events

  /**
   * Whether all events have happened that the table orders before an event of an operation in
   * flight.
   */
  public boolean mayHappen(Pending later, Event event, InFlight inFlight) {
    int place = later(later.kind(), event.kind().ordinal());
    return (!afterIssued[place]
            || isOver(issued, place, later.issuedAfter(), later, event, inFlight))
        && (!afterFenced[place] || isOver(fenced, place, later.after(), later, event, inFlight));
  }

  private boolean isOver(
      Cell[][] cells,
      int place,
      ImmutableIntArray numbers,
      Pending later,
      Event event,
      InFlight inFlight) {
    int way = later.way(event.kind());
    for (int i = 0; i < numbers.length(); i++) {
      Pending earlier = inFlight.find(numbers.get(i));
      if (earlier != null) {
        for (Cell cell : cells[place * KINDS + earlier.kind().ordinal()]) {
          if (cell.isLeft(earlier)
              && (cell.later() & way) != 0
              && holds(cell.where() & ~BYTES, earlier.operation(), later.operation())
              && ((cell.where() & BYTES) == 0 || earlier.hasLeft(cell.events(), later, event))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether the events have happened that the call which issued an operation returns after. */
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    for (Cell cell : returns[operation.kind().ordinal()]) {
      if (cell.isLeft(operation)
          && (cell.later() & operation.dataWay()) != 0
          && holds(cell.where(), operation.operation(), operation.operation())) {
        return false;
      }
    }
    int place = later(operation.kind(), RETURN);
    for (int i = 0; afterIssued[place] && i < operation.issuedAfter().length(); i++) {
      Pending earlier = inFlight.find(operation.issuedAfter().get(i));
      if (earlier != null) {
        for (Cell cell : issued[place * KINDS + earlier.kind().ordinal()]) {
          if (cell.isLeft(earlier)
              && (cell.later() & operation.dataWay()) != 0
              && holds(cell.where(), earlier.operation(), operation.operation())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean holds(int where, Operation earlier, Operation later) {
    return where == 0 || Cell.holds(where, earlier, later, queues);
  }

  /**
   * Whether an earlier operation can hold back anything of a later one.
   *
   * @param afterFence whether a fence is between them, or the mere order of issue
   */
  public boolean mayHoldBack(Operation earlier, Operation later, boolean afterFence) {
    int where =
        afterFence
            ? commonToFences
            : issue[
                OperationKind.of(later).ordinal() * KINDS + OperationKind.of(earlier).ordinal()];
    return where >= 0 && holds(where, earlier, later);
  }

  /** Whether fences of the side that did not issue an operation order it, too. */
  public boolean fencesOfBothSides(Operation earlier) {
    return (bothSides >> OperationKind.of(earlier).ordinal() & 1) != 0;
  }

  /**
   * Whether all updates of the later operation are ordered after all updates of the earlier one.
   *
   * @param afterIssue whether the issue of the earlier operation happens-before the later one's
   * @param afterFence whether a fence that reaches the earlier operation was between them
   */
  public boolean updatesInOrder(
      Operation earlier, Operation later, boolean afterIssue, boolean afterFence) {
    OperationKind first = OperationKind.of(earlier);
    OperationKind second = OperationKind.of(later);
    boolean some = false;
    for (Event.Kind event : second.events()) {
      if ((bit(event) & UPDATES) == 0) {
        continue;
      }
      int place = place(second, event.ordinal(), first.ordinal());
      int before = afterIssue ? events(issued[place], earlier, later) : 0;
      before |= afterFence ? events(fenced[place], earlier, later) : 0;
      int all = updates(first);
      if ((before & all) != all || all == 0) {
        return false;
      }
      some = true;
    }
    return some;
  }

  /**
   * Whether an update of the later operation, issued after the earlier one, is ordered after the
   * reading of that one's source.
   */
  public boolean sourceInOrder(Operation earlier, Operation later) {
    int first = OperationKind.of(earlier).ordinal();
    int place = place(OperationKind.of(later), Event.Kind.SIGNAL_VISIBLE.ordinal(), first);
    return (events(issued[place], earlier, later) & bit(Event.Kind.SOURCE_READ)) != 0;
  }

  private static int updates(OperationKind kind) {
    int updates = 0;
    for (Event.Kind event : kind.events()) {
      updates |= bit(event) & UPDATES;
    }
    return updates;
  }

  private int events(Cell[] cells, Operation earlier, Operation later) {
    int events = 0;
    for (Cell cell : cells) {
      events |= holds(cell.where(), earlier, later) ? cell.events() : 0;
    }
    return events;
  }

  /** Whether the signal of a put is ordered after its data. */
  public boolean dataBeforeSignal() {
    return dataBeforeSignal;
  }

  // ---------------------------------------------------------------- calls

  /** Whether a call may return: all that it waits for has happened. */
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    return mayPass(call, caller, inFlight, true);
  }

  /** The same but for values that are on the last part of their way to registers of others. */
  public boolean mayPassButForValues(OrderingCall call, Caller caller, InFlight inFlight) {
    return mayPass(call, caller, inFlight, false);
  }

  private boolean mayPass(
      OrderingCall call, Caller caller, InFlight inFlight, boolean valuesOfOthers) {
    int moment = Moment.of(call).ordinal();
    if (!waits[moment]) {
      return true;
    }
    for (int i = 0; i < inFlight.pending().size(); i++) {
      Pending earlier = inFlight.pending().get(i);
      if (!valuesOfOthers && earlier.isOnlyForAnother(caller.agent())) {
        continue;
      }
      for (Cell cell : calls[moment * KINDS + earlier.kind().ordinal()]) {
        if (cell.isLeft(earlier)
            && cell.holds(
                earlier.operation(), earlier.issuedBefore().get(caller.agent()), caller)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The part of an earlier operation that a call waits for, on any channel.
   *
   * @param issuedBefore agents whose next step its issue happens-before
   */
  public AwaitedPart awaits(
      OrderingCall call, Caller caller, Operation earlier, BitSet issuedBefore) {
    int events = 0;
    for (Cell cell :
        calls[Moment.of(call).ordinal() * KINDS + OperationKind.of(earlier).ordinal()]) {
      events |= cell.holds(earlier, issuedBefore.get(caller.agent()), caller) ? cell.events() : 0;
    }
    return events == 0
        ? AwaitedPart.NOTHING
        : events == bit(Event.Kind.SOURCE_READ) ? AwaitedPart.SOURCE : AwaitedPart.ALL;
  }

  /**
   * Whether a quiet or a flush waits for operations whose issue need not happen-before it.
   *
   * @param ways bits of the transactions that count
   */
  public boolean quietCoversOthers(int ways) {
    return coversOthers(Moment.QUIET, ways) || coversOthers(Moment.FLUSH, ways);
  }

  private boolean coversOthers(Moment call, int ways) {
    for (int kind = 0; kind < KINDS; kind++) {
      for (Cell cell : calls[call.ordinal() * KINDS + kind]) {
        if ((cell.where() & (RuleCondition.ISSUED_BEFORE.bit() | RuleCondition.SAME_AGENT.bit()))
                == 0
            && (cell.earlier() & ways) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether signal_fetch shows no signal that is not visible yet. */
  public boolean signalFetchWaits() {
    return waits[Moment.SIGNAL_FETCH.ordinal()];
  }

  /** Whether the return of some call waits for other operations than its own. */
  public boolean returnsWaitForOthers() {
    for (OperationKind kind : OperationKind.values()) {
      if (afterIssued[later(kind, RETURN)]) {
        return true;
      }
    }
    return false;
  }
}
