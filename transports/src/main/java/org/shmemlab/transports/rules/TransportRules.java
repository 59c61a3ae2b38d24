package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.Channels;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.operation.TargetWords;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.order.CompiledTable;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;

/**
 * Decides the order that one transport gives a job: which events may happen when, and which events
 * its calls wait for.
 *
 * <p>The loads and stores of a GPU thread are weak between themselves, except to one word. The
 * loads of a thread happen in program order, which the PTX memory model does not promise. Where
 * queues of several threads meet, operations of threads that CUDA has not ordered count as
 * unordered: the proxy's ring may take them either way.
 */
public final class TransportRules implements OrderingRules {
  /**
   * Operations of more words show all of them at once: the orders of so many words are too many to
   * explore.
   */
  static final int MOST_WORDS = 8;

  /**
   * The calls that empty a cache: a wait, a test and a barrier end with a fence, polls of a signal
   * do not.
   */
  private static final ImmutableSet<OrderingCall> REFRESHING =
      Sets.immutableEnumSet(OrderingCall.WAIT, OrderingCall.THREAD_FENCE);

  private final Routes routes;
  private final CompiledTable order;
  private final Capabilities capabilities;

  /** The rules of a job whose operations take these ways. */
  public TransportRules(Routes routes) {
    this.routes = routes;
    this.order = TransportOrder.of(routes);
    this.capabilities =
        new Capabilities(
            true,
            Capabilities.PLAIN.returnsByItself(),
            order.quietCoversOthers(waysOfAgents()),
            Capabilities.PLAIN.anyLocalSide(),
            Capabilities.PLAIN.signalFetchRunsAhead(),
            routes.transport().network(true).filter(Network::queuesAreOrdered).isPresent(),
            routes.transport().link().loads(),
            REFRESHING);
  }

  // The channels of operations of one agent, except the host's copies, which the host waits for.
  private int waysOfAgents() {
    int ways = 0;
    for (Transaction way : Transaction.values()) {
      boolean carried = routes.useNetwork() || !way.ofNetwork();
      ways |= carried && way != Transaction.COPY ? way.bit() : 0;
    }
    return ways;
  }

  /** The transport. */
  public Transport transport() {
    return routes.transport();
  }

  @Override
  public String name() {
    return transport().key();
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public IssueTraits issueTraits(Operation operation) {
    Origin origin = operation.origin();
    boolean own = operation.pe() == origin.pe();
    Transaction data = routes.data(operation);
    // A PE's loads and stores of its own memory are not in flight.
    boolean atIssue = own && !data.ofNetwork() && !routes.signalByNetwork(operation);
    boolean wordByWord = operation.words() > 1 && operation.words() <= MOST_WORDS;
    // Over NVLink and PCIe a thread copies by loads and stores of its own; put_signal is the copy,
    // a fence of the thread, the signal (nvshmemi_common_device.cuh).
    boolean copies = operation instanceof Operation.Put && data == Transaction.STORE;
    return new IssueTraits(
        atIssue,
        wordByWord,
        parts(operation, data),
        copies && origin.onDevice() && !own,
        copies && operation.signalPart() != null,
        // The compiler makes an atomic of it that returns nothing (results/README.md).
        origin.onDevice() && data == Transaction.UPDATE && !isRead(operation),
        new Channels(data, operation.signalPart() == null ? null : routes.signal(operation)),
        // A fence orders what its own side issued (NVSHMEM API, "Memory Ordering").
        order.fencesOfBothSides(operation) ? Sides.BOTH : Sides.of(origin.bySideOfDevice()));
  }

  private static boolean isRead(Operation operation) {
    return operation instanceof Operation.Amo amo && amo.op() == AtomicOp.FETCH;
  }

  private EventGranularity parts(Operation operation, Transaction data) {
    Optional<Network> network = routes.network(operation.origin());
    boolean late = transport().link().lateVisibility() && data == Transaction.WRITE;
    boolean apart =
        operation instanceof Operation.Put put
            && put.signal() != null
            && data == Transaction.WRITE
            && network.isPresent()
            && network.get().signalMayOvertakeData(put);
    return new EventGranularity(late, updatesInTwoSteps(operation), apart);
  }

  // A NIC and a processor read over PCIe, compute, and write back.
  private boolean updatesInTwoSteps(Operation operation) {
    if (operation instanceof Operation.Amo amo) {
      boolean needsOld =
          amo.op() != AtomicOp.FETCH
              && (amo.op() != AtomicOp.SET
                  || amo.register() != Instruction.NO_REGISTER
                  || amo.fetch() != 0);
      return needsOld && routes.data(operation).outsideGpu();
    }
    Operation.SignalPart part = operation.signalPart();
    return part != null && part.operator().adds() && routes.signal(operation).outsideGpu();
  }

  @Override
  public @Nullable String refusal(Operation operation, boolean strided) {
    return routes.refusal(operation, strided);
  }

  @Override
  public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
    return order.mayHoldBack(earlier, later, fenced);
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    return order.mayHappen(operation, event, inFlight)
        && switch (event.kind()) {
          case SOURCE_READ, LANDED, ACKNOWLEDGED -> true;
          case VISIBLE ->
              !operation.kinds().contains(Kind.DELIVERED)
                  || DeliveredWords.inOrder(
                      operation, TargetWords.of(operation.operation(), event), inFlight);
          case DELIVERED, REMOTE_READ, RMW, SIGNAL_VISIBLE, UPDATE_READ ->
              Atomicity.mayBegin(operation, event, inFlight);
        };
  }

  @Override
  public boolean mayReturn(Pending pending, InFlight inFlight) {
    return order.mayReturn(pending, inFlight);
  }

  @Override
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    return order.mayPass(call, caller, inFlight);
  }
}
