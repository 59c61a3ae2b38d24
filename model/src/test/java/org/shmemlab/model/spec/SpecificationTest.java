package org.shmemlab.model.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/**
 * Tests the promises of the documents about operations in flight (memory model, sections 3, 4 and
 * 6).
 */
class SpecificationTest {
  private static final Specification STRICT = new Specification(Profile.NVSHMEM);
  private static final Specification LENIENT = new Specification(Profile.ORDERING_PAGE);

  private final InFlight flight = new InFlight();

  @Test
  void afterAFenceAnUpdateWaitsForTheUpdatesBeforeIt() {
    Pending data = flight.add(put(true), 8, STRICT);
    flight.fence(new Caller(0, 0, true, 0));
    Pending flag = flight.add(p(origin(0, true, 0), 1), 0, STRICT);
    Event visible = new Event(flag.number(), Kind.VISIBLE, 0, 1);
    assertThat(STRICT.mayHappen(flag, visible, flight)).isFalse();
    assertThat(STRICT.mayHappen(flag, flag.last(), flight)).isTrue();
    data = step(data);
    assertThat(STRICT.mayHappen(flag, visible, flight)).isFalse();
    data = step(data);
    assertThat(data.allHappened(Kind.VISIBLE)).isTrue();
    assertThat(STRICT.mayHappen(flag, visible, flight)).isTrue();
  }

  @Test
  void whetherAFenceCoversANonBlockingPutIsAQuestionOfTheProfile() {
    flight.add(put(false), 8, STRICT);
    flight.fence(new Caller(0, 0, true, 0));
    Pending flag = flight.add(p(origin(0, true, 0), 1), 0, STRICT);
    Event visible = new Event(flag.number(), Kind.VISIBLE, 0, 1);
    assertThat(STRICT.mayHappen(flag, visible, flight)).isTrue();
    assertThat(LENIENT.mayHappen(flag, visible, flight)).isFalse();
  }

  @Test
  void aFenceCoversUpdatesAndNoGets() {
    for (Specification rules : new Specification[] {STRICT, LENIENT}) {
      assertThat(ordersByFence(rules, put(true))).isTrue();
      assertThat(ordersByFence(rules, p(origin(0, true, 0), 1))).isTrue();
      assertThat(ordersByFence(rules, store())).isTrue();
      assertThat(ordersByFence(rules, amo(Instruction.NO_REGISTER, 0))).isTrue();
      assertThat(ordersByFence(rules, get(true))).isFalse();
      assertThat(ordersByFence(rules, g())).isFalse();
    }
    assertThat(ordersByFence(LENIENT, put(false))).isTrue();
    assertThat(ordersByFence(STRICT, put(false))).isFalse();
  }

  private static boolean ordersByFence(Specification rules, Operation earlier) {
    return rules.updatesInOrder(earlier, p(origin(0, true, 0), 1), true, true);
  }

  @Test
  void blockingCallsReturnWhenTheirLocalPartIsDone() {
    assertThat(returnsAtOnce(STRICT, put(false))).isTrue();
    assertThat(returnsAtOnce(STRICT, put(true))).isFalse();
    assertThat(returnsAtOnce(STRICT, get(false))).isTrue();
    assertThat(returnsAtOnce(STRICT, get(true))).isFalse();
    assertThat(returnsAtOnce(STRICT, g())).isFalse();
    assertThat(returnsAtOnce(STRICT, amo(Instruction.NO_REGISTER, 0))).isTrue();
    assertThat(returnsAtOnce(STRICT, amo(2, 0))).isTrue(); // a relaxed fetch
    assertThat(returnsAtOnce(LENIENT, amo(2, 0))).isFalse();
    assertThat(returnsAtOnce(LENIENT, amo(Instruction.NO_REGISTER, 64))).isTrue();
  }

  @Test
  void aQuietWaitsForWhatItsAgentIssued() {
    assertThat(STRICT.mayPass(OrderingCall.QUIET, caller(0, 0, 0), flight)).isTrue();
    flight.add(p(origin(0, true, 0), 1), 0, STRICT);
    assertThat(STRICT.mayPass(OrderingCall.QUIET, caller(0, 0, 0), flight)).isFalse();
    assertThat(STRICT.mayPass(OrderingCall.QUIET, caller(0, 0, 1), flight))
        .isTrue(); // of another context
    assertThat(STRICT.mayPass(OrderingCall.QUIET, caller(1, 0, 0), flight)).isTrue();
    assertThat(LENIENT.mayPass(OrderingCall.QUIET, caller(1, 0, 0), flight))
        .isFalse(); // drains the whole PE
    assertThat(LENIENT.mayPass(OrderingCall.QUIET, caller(1, 1, 0), flight)).isTrue();
    assertThat(STRICT.capabilities().quietCoversOthers()).isFalse();
    assertThat(LENIENT.capabilities().quietCoversOthers()).isTrue();
  }

  @Test
  void noQuietDrainsTheStoresOfAnotherThread() {
    flight.add(store(), 0, STRICT);
    assertThat(LENIENT.mayPass(OrderingCall.QUIET, caller(1, 0, 0), flight)).isTrue();
    assertThat(LENIENT.mayPass(OrderingCall.QUIET, caller(0, 0, 0), flight)).isFalse();
  }

  @Test
  void aSyncWaitsForStoresThroughPointersAlone() {
    flight.add(put(true), 8, STRICT);
    assertThat(STRICT.mayPass(OrderingCall.SYNC, caller(0, 0, 0), flight)).isTrue();
    flight.add(store(), 0, STRICT);
    assertThat(STRICT.mayPass(OrderingCall.SYNC, caller(0, 0, 0), flight)).isFalse();
    assertThat(STRICT.mayPass(OrderingCall.SYNC, caller(1, 0, 0), flight)).isTrue();
  }

  @Test
  void aFenceReachesItsOwnSideUnlessTheProfileHasNoSides() {
    Operation host = p(origin(0, false, 0), 1);
    Operation device = p(origin(0, true, 0), 1);
    Specification openshmem = new Specification(Profile.OPENSHMEM);
    for (boolean onDevice : new boolean[] {true, false}) {
      Caller caller = new Caller(0, 0, onDevice, 0);
      assertThat(caller.fences(device, STRICT.issueTraits(device))).isEqualTo(onDevice);
      assertThat(caller.fences(host, STRICT.issueTraits(host))).isEqualTo(!onDevice);
      assertThat(caller.fences(device, openshmem.issueTraits(device))).isTrue();
      assertThat(caller.fences(host, openshmem.issueTraits(host))).isTrue();
    }
  }

  @Test
  void theOtherQuestionsAreThoseOfTheProfile() {
    assertThat(STRICT.name()).isEqualTo("nvshmem");
    assertThat(STRICT.capabilities().anyLocalSide()).isFalse();
    assertThat(LENIENT.capabilities().anyLocalSide()).isTrue();
    assertThat(STRICT.capabilities().signalFetchRunsAhead()).isTrue();
    assertThat(LENIENT.capabilities().signalFetchRunsAhead()).isFalse();
    assertThat(STRICT.capabilities().returnsByItself()).isTrue();
    assertThat(STRICT.issueTraits(store())).isEqualTo(IssueTraits.USUAL.fencedBy(Sides.DEVICE));
  }

  private static boolean returnsAtOnce(Specification rules, Operation operation) {
    InFlight flight = new InFlight();
    Pending issued = flight.add(operation, 8, rules);
    boolean atOnce = rules.mayReturn(issued, flight);
    Predicate<Pending> waits = pending -> !rules.mayReturn(pending, flight);
    while (!issued.over()) {
      if (issued.locallyComplete()) {
        assertThat(waits.test(issued)).isFalse();
      }
      issued = flight.writable(issued);
      flight.happened(issued, issued.next(false).getFirst());
    }
    return atOnce;
  }

  private Pending step(Pending operation) {
    Pending mine = flight.writable(operation);
    flight.happened(mine, mine.next(false).getFirst());
    return mine;
  }

  private static Origin origin(int agent, boolean onDevice, int context) {
    SourceLine line = new SourceLine("specification.c", 1);
    return new Origin(agent, 0, onDevice, false, -1, 0, context, line);
  }

  private static Caller caller(int agent, int pe, int context) {
    return new Caller(agent, pe, true, context);
  }

  private static Operation p(Origin origin, int pe) {
    return new Operation.PutValue(origin, pe, 64, ScalarType.I64, 1);
  }

  private static Operation store() {
    return new Operation.PeerStore(origin(0, true, 0), 1, 64, ScalarType.I64, 1, false);
  }

  private static Operation put(boolean blocking) {
    return new Operation.Put(
        origin(0, true, 0), 1, 64, 128, 8, 1, 1, 1, blocking, CallScope.THREAD, null);
  }

  private static Operation get(boolean blocking) {
    return new Operation.Get(
        origin(0, true, 0), 1, 64, 128, 8, 1, 1, 1, blocking, CallScope.THREAD);
  }

  private static Operation g() {
    return new Operation.GetValue(origin(0, true, 0), 1, 64, ScalarType.I64, 3);
  }

  private static Operation amo(int register, long fetch) {
    return new Operation.Amo(
        origin(0, true, 0), 1, 64, AtomicOp.ADD, ScalarType.I64, 1, 0, register, fetch);
  }
}
