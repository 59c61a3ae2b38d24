package org.shmemlab.transports.rules;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Parts;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;

/**
 * What one transport may do to a job: which events may happen when, and what its calls wait for.
 *
 * <p>The loads and stores of a GPU thread are weak between themselves, except to one word. The
 * loads of a thread happen in program order, which the PTX memory model does not promise. Where
 * queues of several threads meet, operations of threads that CUDA has not ordered count as
 * unordered: the proxy's ring may take them either way.
 */
public final class TransportRules implements OrderingRules {
  /**
   * Operations of more words show all of them at once: the orders of so many words are too many to
   * look at.
   */
  static final int MOST_WORDS = 8;

  private final Routes routes;

  /**
   * The rules of a transport for a job.
   *
   * @param pes number of PEs
   * @param pesPerNode PEs that share a node: consecutive numbers
   */
  public TransportRules(Transport transport, int pes, int pesPerNode) {
    this.routes = new Routes(transport, pes, pesPerNode);
  }

  /** The transport. */
  public Transport transport() {
    return routes.transport();
  }

  @Override
  public String name() {
    return transport().key();
  }

  // ---------------------------------------------------------------- what an operation is

  /** A PE's loads and stores of its own memory are not in flight. */
  @Override
  public boolean atIssue(Operation operation) {
    boolean own = operation.pe() == operation.origin().pe();
    return own && !routes.data(operation).ofNetwork() && !signalByNetwork(operation);
  }

  @Override
  public boolean wordByWord(Operation operation) {
    return operation.words() > 1 && operation.words() <= MOST_WORDS;
  }

  @Override
  public Parts parts(Operation operation) {
    Transaction data = routes.data(operation);
    Optional<Network> network = routes.network(operation.origin());
    boolean late = transport().link().lateVisibility() && data == Transaction.WRITE;
    boolean apart =
        operation instanceof Operation.Put put
            && put.signal() != null
            && data == Transaction.WRITE
            && network.isPresent()
            && network.get().signalMayOvertakeData(put);
    return new Parts(late, updatesInTwoSteps(operation), apart);
  }

  // A network card and a processor read over PCIe, compute, and write back.
  private boolean updatesInTwoSteps(Operation operation) {
    if (operation instanceof Operation.Amo amo) {
      boolean needsOld =
          amo.op() != AtomicOp.FETCH
              && (amo.op() != AtomicOp.SET
                  || amo.register() != Instruction.NO_REGISTER
                  || amo.fetch() != 0);
      return needsOld && outsideGpu(routes.data(operation));
    }
    Operation.SignalPart part = operation.signalPart();
    return part != null
        && part.operator() == SignalOperator.ADD
        && outsideGpu(routes.signal(operation));
  }

  private static boolean outsideGpu(Transaction transaction) {
    return transaction == Transaction.ATOMIC || transaction == Transaction.MESSAGE;
  }

  @Override
  public @Nullable String refusal(Operation operation) {
    return routes.refusal(operation);
  }

  // ---------------------------------------------------------------- order

  @Override
  public boolean fenceSeparates(Operation earlier, Operation later) {
    return earlier.origin().pe() == later.origin().pe()
        && earlier.origin().context() == later.origin().context();
  }

  @Override
  public boolean issueOrders(Operation earlier, Operation later) {
    return earlier.origin().pe() == later.origin().pe();
  }

  /** A fence orders what its own side issued (NVSHMEM API, "Memory Ordering"). */
  @Override
  public boolean fenceReaches(Operation earlier, boolean onDevice) {
    return earlier.origin().onDevice() == onDevice;
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    return switch (event.kind()) {
      case SOURCE_READ, LANDED, ACKNOWLEDGED -> true;
      case VISIBLE ->
          operation.kinds().contains(Kind.DELIVERED)
              ? asDelivered(operation, event, inFlight)
              : inOrder(operation, event, inFlight);
      case DELIVERED, REMOTE_READ, RMW, SIGNAL_VISIBLE, UPDATE_READ ->
          inOrder(operation, event, inFlight) && isAtomic(operation, event, inFlight);
    };
  }

  // One word shows what was delivered to it in that order.
  private static boolean asDelivered(Pending operation, Event event, InFlight inFlight) {
    Words words = Words.of(operation.operation(), event);
    for (Pending earlier : inFlight.pending()) {
      if (earlier.number() >= operation.number()) {
        return true;
      }
      if (earlier.operation().pe() == operation.operation().pe()
          && words.overlapDelivered(earlier)) {
        return false;
      }
    }
    return true;
  }

  private boolean inOrder(Pending later, Event event, InFlight inFlight) {
    ImmutableIntArray fenced = later.after();
    for (int i = 0; i < fenced.length(); i++) {
      Pending earlier = inFlight.find(fenced.get(i));
      if (earlier != null && fenceHolds(earlier, later.operation(), event)) {
        return false;
      }
    }
    ImmutableIntArray behind = later.behind();
    for (int i = 0; i < behind.length(); i++) {
      Pending earlier = inFlight.find(behind.get(i));
      if (earlier != null && issueHolds(earlier, later, event)) {
        return false;
      }
    }
    return true;
  }

  // GPU threads and the host wait in their fences; the proxy queues behind one.
  private boolean fenceHolds(Pending earlier, Operation later, Event event) {
    Optional<Network> network = routes.network(earlier.operation().origin());
    if (network.isEmpty() || !way(later, event).ofNetwork()) {
      return false;
    }
    return holds(network.get().fence(), earlier, later);
  }

  private boolean holds(Network.Fence fence, Pending earlier, Operation later) {
    boolean targets =
        switch (fence) {
          case NOTHING, WAITS -> false;
          case EACH_TARGET -> earlier.operation().pe() == later.pe();
          case ALL_TARGETS -> true;
        };
    return targets && networkLeft(earlier);
  }

  private boolean issueHolds(Pending earlier, Pending later, Event event) {
    Operation first = earlier.operation();
    Operation second = later.operation();
    Transaction way = way(second, event);
    boolean signal = isSignal(second, event);
    Words words = Words.of(second, event);
    for (Part part : Part.values()) {
      Transaction before = left(earlier, part);
      if (before == null) {
        continue;
      }
      // A thread's accesses to one word happen in its order (coherence).
      if (before.ofThread()
          && way.ofThread()
          && first.pe() == second.pe()
          && words.overlap(earlier, part)) {
        return true;
      }
      // put_signal: the copy, a system fence of the thread, the signal
      // (nvshmemi_common_device.cuh, nvshmemi_put_signal).
      if (signal && second instanceof Operation.Put && before.ofThread()) {
        return true;
      }
      if (before == Transaction.COPY && way == Transaction.COPY && first.pe() == second.pe()) {
        return true; // the stream of this peer
      }
      if (onOneQueue(first, second, before, way)) {
        return true;
      }
    }
    Optional<Network> network = routes.network(second.origin());
    return signal
        && second instanceof Operation.Put
        && network.isPresent()
        && first.origin().onDevice() == second.origin().onDevice()
        && way.ofNetwork()
        && holds(network.get().fenceBeforeSignal(), earlier, second);
  }

  private boolean onOneQueue(
      Operation first, Operation second, Transaction before, Transaction way) {
    if (!before.ofNetwork()
        || !way.ofNetwork()
        || first.pe() != second.pe()
        || first.origin().onDevice() != second.origin().onDevice()) {
      return false;
    }
    Optional<Network> network = routes.network(second.origin());
    return network.isPresent()
        && network.get().oneQueue(first.origin(), second.origin())
        && network.get().staysBehind(before, way);
  }

  // ---------------------------------------------------------------- atomicity

  // Between the read and the write of one update, no other of the same card or processor.
  private boolean isAtomic(Pending operation, Event event, InFlight inFlight) {
    boolean begins =
        event.kind() == Kind.UPDATE_READ
            || (!operation.readBefore()
                && (event.kind() == Kind.RMW || event.kind() == Kind.SIGNAL_VISIBLE));
    Transaction way = way(operation.operation(), event);
    if (!begins || !outsideGpu(way)) {
      return true;
    }
    Words words = Words.of(operation.operation(), event);
    for (Pending other : inFlight.pending()) {
      if (other != operation && isBetween(other, way) && words.overlapUpdate(other)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBetween(Pending other, Transaction way) {
    if (!other.readBefore() || !other.allHappened(Kind.UPDATE_READ)) {
      return false;
    }
    boolean amo = other.operation() instanceof Operation.Amo;
    Transaction its = amo ? routes.data(other.operation()) : routes.signal(other.operation());
    return its == way && !other.allHappened(amo ? Kind.RMW : Kind.SIGNAL_VISIBLE);
  }

  // ---------------------------------------------------------------- waiting

  @Override
  public boolean mayReturn(Pending pending, InFlight inFlight) {
    Transaction way = routes.data(pending.operation());
    return switch (pending.operation()) {
      case Operation.Put put ->
          switch (way) {
            case STORE -> pending.locallyComplete(); // the thread copies, non-blocking or not
            case COPY -> !put.blocking() || done(pending);
            default -> !put.blocking() || isAcknowledged(pending, inFlight);
          };
      case Operation.Get get -> // the thread copies, non-blocking or not
          (!get.blocking() && way != Transaction.LOAD) || pending.locallyComplete();
      case Operation.Amo amo -> amo.fetch() != 0 || pending.locallyComplete();
      case Operation.GetValue _ -> pending.locallyComplete();
      case Operation.PutValue _, Operation.SignalUpdate _, Operation.PeerStore _ -> true;
    };
  }

  // A blocking put is a non-blocking one and a quiet of its target
  // (transfer_device.cuh.in:105-121; IBGDA polls the completion queue).
  private boolean isAcknowledged(Pending put, InFlight inFlight) {
    if (!done(put)) {
      return false;
    }
    for (int i = 0; i < put.behind().length(); i++) {
      Pending earlier = inFlight.find(put.behind().get(i));
      if (earlier != null
          && earlier.operation().pe() == put.operation().pe()
          && networkLeft(earlier)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A thread's quiet is a system fence, for what it did or what CUDA has ordered before it; that of
   * a network drains the whole PE (proxy.cpp, progress_quiet; ibgda_device.cuh, quiet).
   */
  @Override
  public boolean isQuiet(Caller caller, InFlight inFlight) {
    for (Pending pending : inFlight.pending()) {
      if (pending.operation().origin().pe() == caller.pe()
          && pending.operation().origin().context() == caller.context()
          && (networkLeft(pending) || threadLeft(pending, caller) || copyLeft(pending, caller))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A fence of a GPU thread ends with a system fence, whatever the network's did
   * (nvshmemi_common_device.cuh:352-384); the host's waits for its streams (fence.cpp).
   */
  @Override
  public boolean fenceMayReturn(Caller caller, InFlight inFlight) {
    Optional<Network> network = transport().network(caller.onDevice());
    boolean drains = network.isPresent() && network.get().fence() == Network.Fence.WAITS;
    for (Pending pending : inFlight.pending()) {
      Origin origin = pending.operation().origin();
      if (origin.pe() == caller.pe()
          && (threadLeft(pending, caller)
              || copyLeft(pending, caller)
              || (drains
                  && pending.knownBy().get(caller.agent())
                  && origin.onDevice() == caller.onDevice()
                  && networkLeft(pending)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether it matters that a quiet waits for all that its PE has issued on a network. */
  @Override
  public boolean quietCoversOthers() {
    return routes.connectivity() == Routes.Connectivity.NETWORK;
  }

  /**
   * A sync does not wait for data (nvshmem_defines.h, sync). In a job of two, its only signal
   * follows the data on their one queue pair.
   */
  @Override
  public boolean mayArrive(int agent, InFlight inFlight) {
    Optional<Network> network = transport().network(true);
    if (routes.pes() != 2 || network.isEmpty() || !network.get().onlyOneQueue()) {
      return true;
    }
    for (Pending pending : inFlight.pending()) {
      if (pending.knownBy().get(agent) && left(pending, Part.DATA) == Transaction.WRITE) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean mayObserve(int pe, boolean ofSignal, InFlight inFlight) {
    boolean consistency =
        transport().link().lateVisibility()
            && !ofSignal
            && !transport().settings().has(Variable.BYPASS_FLUSH);
    if (consistency) {
      for (Pending pending : inFlight.pending()) {
        if (pending.operation().pe() == pe && Words.delivered(pending)) {
          return false;
        }
      }
    }
    return true;
  }

  // ---------------------------------------------------------------- what is left of an operation

  /** The parts of an operation that go their ways. */
  enum Part {
    DATA,
    SIGNAL
  }

  // The way of a part that is not done yet, or null.
  private @Nullable Transaction left(Pending pending, Part part) {
    Operation operation = pending.operation();
    return switch (part) {
      case SIGNAL ->
          pending.kinds().contains(Kind.SIGNAL_VISIBLE) && !pending.allHappened(Kind.SIGNAL_VISIBLE)
              ? routes.signal(operation)
              : null;
      case DATA -> {
        Kind end = Words.end(pending);
        yield end == null || pending.allHappened(end) ? null : routes.data(operation);
      }
    };
  }

  private boolean done(Pending pending) {
    return left(pending, Part.DATA) == null && left(pending, Part.SIGNAL) == null;
  }

  private boolean networkLeft(Pending pending) {
    Transaction data = left(pending, Part.DATA);
    Transaction signal = left(pending, Part.SIGNAL);
    boolean landing = routes.data(pending.operation()) == Transaction.READ;
    return landing || (data != null && data.ofNetwork()) || (signal != null && signal.ofNetwork());
  }

  private boolean threadLeft(Pending pending, Caller caller) {
    Transaction data = left(pending, Part.DATA);
    Transaction signal = left(pending, Part.SIGNAL);
    return pending.knownBy().get(caller.agent())
        && ((data != null && data.ofThread()) || (signal != null && signal.ofThread()));
  }

  private boolean copyLeft(Pending pending, Caller caller) {
    return !caller.onDevice() && routes.data(pending.operation()) == Transaction.COPY;
  }

  private boolean signalByNetwork(Operation operation) {
    return operation.signalPart() != null && routes.signal(operation).ofNetwork();
  }

  private static boolean isSignal(Operation operation, Event event) {
    return event.kind() == Kind.SIGNAL_VISIBLE
        || (event.kind() == Kind.UPDATE_READ && operation.signalPart() != null);
  }

  private Transaction way(Operation operation, Event event) {
    return isSignal(operation, event) ? routes.signal(operation) : routes.data(operation);
  }
}
