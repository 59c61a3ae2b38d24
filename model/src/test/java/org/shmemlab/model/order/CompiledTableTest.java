package org.shmemlab.model.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Channels;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.table.BadTable;

/** Tests that a table orders just what its entries say. */
class CompiledTableTest {
  private final InFlight flight = new InFlight();

  private static CompiledTable table(String... entries) throws BadTable {
    String text = "earlier | later | where\n" + String.join("\n", entries);
    OrderTable table =
        TableText.parse(
            "my.rules",
            text,
            ImmutableList.of(new TableVocabulary("my", ImmutableSet.of("on", "off"), false)));
    return CompiledTable.of(table, "on"::equals);
  }

  /** The entries of a transport, of which host and device issue on queues of their contexts. */
  private static CompiledTable transport(String... entries) throws BadTable {
    String text = "table net\nearlier | later | where\n" + String.join("\n", entries);
    OrderTable table =
        TableText.parse(
            "net.rules",
            text,
            ImmutableList.of(new TableVocabulary("net", ImmutableSet.of("onDevice"), true)));
    return new TableCompiler((earlier, later) -> earlier.context() == later.context())
        .add(table, Sides.HOST, "onHost"::equals)
        .add(table, Sides.DEVICE, "onDevice"::equals)
        .compiled();
  }

  private Pending issue(CompiledTable table, Operation operation, Transaction way) {
    return issue(table, operation, way, EventGranularity.USUAL);
  }

  private Pending issue(
      CompiledTable table, Operation operation, Transaction way, EventGranularity parts) {
    OrderingRules rules =
        new ForwardingRules(new Specification(Profile.NVSHMEM)) {
          @Override
          public IssueTraits issueTraits(Operation any) {
            return new IssueTraits(
                false, true, parts, false, false, false, new Channels(way, null), Sides.BOTH);
          }

          @Override
          public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
            return table.mayHoldBack(earlier, later, fenced);
          }
        };
    return flight.add(operation, 0, rules);
  }

  private Pending issue(CompiledTable table, Operation operation) {
    OrderingRules rules =
        new ForwardingRules(new Specification(Profile.NVSHMEM)) {
          @Override
          public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
            return table.mayHoldBack(earlier, later, fenced);
          }
        };
    return flight.add(operation, 0, rules);
  }

  private boolean mayBecomeVisible(CompiledTable table, Pending later) {
    return table.mayHappen(later, new Event(later.number(), Kind.VISIBLE, 0, 1), flight);
  }

  private static Origin origin(int agent, int context) {
    return new Origin(agent, 0, true, false, -1, 0, context, new SourceLine("order.c", 1));
  }

  private static Operation p(int agent, int pe, long address) {
    return new Operation.PutValue(origin(agent, 0), pe, address, ScalarType.I64, 1);
  }

  @Test
  void anEmptyTableOrdersNothing() throws BadTable {
    CompiledTable table = table();
    Pending first = issue(table, p(0, 1, 64));
    flight.fence(new Caller(0, 0, true, 0));
    Pending second = issue(table, p(0, 1, 64));
    assertThat(second.after().asList()).isEmpty();
    assertThat(second.issuedAfter().asList()).isEmpty();
    assertThat(mayBecomeVisible(table, second)).isTrue();
    assertThat(table.mayReturn(first, flight)).isTrue();
    for (OrderingCall call : OrderingCall.values()) {
      assertThat(table.mayPass(call, new Caller(0, 0, true, 0), flight)).isTrue();
    }
    assertThat(table.updatesInOrder(first.operation(), second.operation(), true, true)).isFalse();
    assertThat(table.quietCoversOthers(-1)).isFalse();
    assertThat(table.signalFetchWaits()).isFalse();
    assertThat(table.dataBeforeSignal()).isFalse();
  }

  @Test
  void theOrderOfIssueHoldsWhereItsConditionsDo() throws BadTable {
    CompiledTable table =
        table("visible of p | visible of p | issued before, same target, same agent");
    issue(table, p(0, 1, 64));
    flight.order(0, 1);
    assertThat(mayBecomeVisible(table, issue(table, p(0, 1, 128)))).isFalse();
    assertThat(mayBecomeVisible(table, issue(table, p(0, 2, 64)))).isTrue();
    assertThat(mayBecomeVisible(table, issue(table, p(1, 1, 64)))).isTrue();
    assertThat(table.updatesInOrder(p(0, 1, 64), p(0, 1, 128), true, false)).isTrue();
    assertThat(table.updatesInOrder(p(0, 1, 64), p(0, 1, 128), false, true)).isFalse();
    assertThat(table.updatesInOrder(p(0, 1, 64), p(0, 2, 64), true, false)).isFalse();
  }

  @Test
  void bytesAreCommonOrNot() throws BadTable {
    CompiledTable table = table("visible of p | visible of p | issued before, same bytes");
    issue(table, p(0, 1, 64));
    assertThat(mayBecomeVisible(table, issue(table, p(0, 1, 71)))).isFalse();
    assertThat(mayBecomeVisible(table, issue(table, p(0, 1, 80)))).isTrue();
    assertThat(mayBecomeVisible(table, issue(table, p(0, 2, 64)))).isTrue();
  }

  @Test
  void aCallWaitsForWhatItsEntrySays() throws BadTable {
    CompiledTable table =
        table(
            "visible of p | quiet | issued before, same context",
            "visible of p | fence | same PE",
            "visible of p | sync | same agent");
    Pending first = issue(table, p(0, 1, 64));
    flight.order(0, 2);
    assertThat(passes(table, OrderingCall.QUIET, 0, 0, 0)).isFalse();
    assertThat(passes(table, OrderingCall.QUIET, 2, 0, 0)).isFalse();
    assertThat(passes(table, OrderingCall.QUIET, 1, 0, 0)).isTrue();
    assertThat(passes(table, OrderingCall.QUIET, 0, 0, 1)).isTrue();
    assertThat(passes(table, OrderingCall.FENCE, 1, 0, 1)).isFalse();
    assertThat(passes(table, OrderingCall.FENCE, 1, 1, 0)).isTrue();
    assertThat(passes(table, OrderingCall.SYNC, 0, 0, 0)).isFalse();
    assertThat(passes(table, OrderingCall.SYNC, 2, 0, 0)).isTrue();
    assertThat(passes(table, OrderingCall.SYSTEM_FENCE, 0, 0, 0)).isTrue();
    first = flight.writable(first);
    flight.happened(first, new Event(first.number(), Kind.VISIBLE, 0, 1));
    assertThat(flight.isEmpty()).isFalse();
    assertThat(passes(table, OrderingCall.QUIET, 0, 0, 0)).isTrue();
  }

  private boolean passes(CompiledTable table, OrderingCall call, int agent, int pe, int context) {
    Caller caller = new Caller(agent, pe, true, context);
    boolean passes = table.mayPass(call, caller, flight);
    BitSet known = flight.pending().getFirst().issuedBefore();
    boolean left = !flight.pending().getFirst().allHappened(Kind.VISIBLE);
    // Both ways to ask agree while the event is to come.
    assertThat(passes || !left)
        .isEqualTo(
            !left || !table.awaits(call, caller, flight.pending().getFirst().operation(), known));
    return passes;
  }

  @Test
  void settingsDecideWhichEntriesThereAre() throws BadTable {
    String entry = "visible of p | quiet | same PE, ";
    assertThat(table(entry + "if on").quietCoversOthers(-1)).isTrue();
    assertThat(table(entry + "unless off").quietCoversOthers(-1)).isTrue();
    assertThat(table(entry + "if off").quietCoversOthers(-1)).isFalse();
    assertThat(table(entry + "if on, unless on").quietCoversOthers(-1)).isFalse();
  }

  @Test
  void aFenceOfTheOtherSideOrdersWhatAnEntrySays() throws BadTable {
    CompiledTable own = table("update of p | update | fence");
    CompiledTable either = table("update of p | update | fence of either side");
    assertThat(own.fencesOfBothSides(p(0, 1, 64))).isFalse();
    assertThat(either.fencesOfBothSides(p(0, 1, 64))).isTrue();
  }

  @Test
  void waysDistinguishOperationsOfOneKind() throws BadTable {
    CompiledTable table = transport("arrival by write | arrival by write, atomic | issued before");
    issue(table, p(0, 1, 64), Transaction.WRITE);
    assertThat(mayBecomeVisible(table, issue(table, p(0, 1, 64), Transaction.ATOMIC))).isFalse();
    assertThat(mayBecomeVisible(table, issue(table, p(0, 1, 64), Transaction.STORE))).isTrue();
  }

  @Test
  void aCallReturnsByTheWayOfItsData() throws BadTable {
    CompiledTable table = transport("arrival | return of p by copy | own");
    assertThat(table.mayReturn(issue(table, p(0, 1, 64), Transaction.COPY), flight)).isFalse();
    assertThat(table.mayReturn(issue(table, p(0, 1, 64), Transaction.WRITE), flight)).isTrue();
  }

  @Test
  void aCallMayWaitForEarlierOperationsOfItsQueue() throws BadTable {
    CompiledTable table = transport("arrival | return of p by write | issued before, same queue");
    issue(table, p(0, 1, 64), Transaction.READ);
    assertThat(table.mayReturn(issue(table, p(0, 1, 8), Transaction.WRITE), flight)).isFalse();
    assertThat(table.mayReturn(issue(table, p(0, 2, 8), Transaction.WRITE), flight)).isTrue();
    Operation other =
        new Operation.PutValue(origin(0, 7), 1, 8, ScalarType.I64, 1); // a queue of its own
    assertThat(table.mayReturn(issue(table, other, Transaction.WRITE), flight)).isTrue();
  }

  @Test
  void settingsOfASideHoldForWhatItIssued() throws BadTable {
    CompiledTable table = transport("arrival | arrival | issued before, if onDevice");
    Origin host = new Origin(0, 0, false, false, -1, 0, 0, new SourceLine("order.c", 1));
    Operation byHost = new Operation.PutValue(host, 1, 64, ScalarType.I64, 1);
    issue(table, byHost, Transaction.WRITE);
    Pending second = issue(table, p(0, 1, 64), Transaction.WRITE);
    assertThat(mayBecomeVisible(table, second)).isTrue();
    assertThat(mayBecomeVisible(table, issue(table, byHost, Transaction.WRITE))).isFalse();
  }

  @Test
  void aCallForOnePeWaitsForWhatWentThere() throws BadTable {
    CompiledTable table = table("visible of p | quiet | issued before, same target");
    issue(table, p(0, 1, 64));
    Caller toAnother = new Caller(0, 0, true, 0, 2);
    assertThat(table.mayPass(OrderingCall.QUIET, toAnother, flight)).isTrue();
    assertThat(table.mayPass(OrderingCall.QUIET, new Caller(0, 0, true, 0, 1), flight)).isFalse();
    assertThat(
            table("visible of p | quiet | issued before")
                .mayPass(OrderingCall.QUIET, toAnother, flight))
        .isFalse();
  }

  @Test
  void aWaitComesAfterWhatWasDeliveredToItsPe() throws BadTable {
    CompiledTable table = transport("visible by write | wait | to this PE, delivered");
    EventGranularity apart = new EventGranularity(true, false, false);
    issue(table, p(0, 1, 64), Transaction.STORE, apart);
    Pending write = issue(table, p(0, 1, 64), Transaction.WRITE, apart);
    Caller here = new Caller(3, 1, true, 0);
    assertThat(table.mayPass(OrderingCall.WAIT, here, flight)).isTrue();
    write = happen(write, Kind.DELIVERED);
    assertThat(table.mayPass(OrderingCall.WAIT, here, flight)).isFalse();
    assertThat(table.mayPass(OrderingCall.WAIT, new Caller(0, 0, true, 0), flight)).isTrue();
    assertThat(table.mayPass(OrderingCall.SIGNAL_WAIT, here, flight)).isTrue();
    assertThat(table.mayPass(OrderingCall.THREAD_FENCE, here, flight)).isTrue();
    happen(write, Kind.VISIBLE);
    assertThat(table.mayPass(OrderingCall.WAIT, here, flight)).isTrue();
  }

  private Pending happen(Pending operation, Kind kind) {
    Pending mine = flight.writable(operation);
    flight.happened(mine, new Event(mine.number(), kind, 0, 1));
    return mine;
  }

  @Test
  void aReturnThatWaitsForOthersIsKnown() throws BadTable {
    assertThat(table("landed of get | return | own").returnsWaitForOthers()).isFalse();
    assertThat(table("landed of get | return of get | issued before").returnsWaitForOthers())
        .isTrue();
  }
}
