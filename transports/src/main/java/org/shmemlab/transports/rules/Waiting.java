package org.shmemlab.transports.rules;

import java.util.Optional;
import org.shmemlab.model.operation.Acquire;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.transports.rules.Remaining.Part;

/** What calls wait for before they return: operations, fences, quiets, syncs, waits. */
final class Waiting {
  private final Routes routes;
  private final Remaining remaining;

  Waiting(Routes routes) {
    this.routes = routes;
    this.remaining = new Remaining(routes);
  }

  /** Whether the call that issued an operation may return. */
  boolean mayReturn(Pending pending, InFlight inFlight) {
    Transaction way = routes.data(pending.operation());
    if (way == Transaction.COPY && pending.operation().origin().onStream()) {
      return remaining.done(pending); // the copy itself is a task of the stream
    }
    return switch (pending.operation()) {
      case Operation.Put put ->
          switch (way) {
            case STORE -> pending.locallyComplete(); // the thread copies, non-blocking or not
            case COPY -> !put.blocking() || remaining.done(pending);
            default -> !put.blocking() || isAcknowledged(pending, inFlight);
          };
      case Operation.Get get -> // the thread copies, non-blocking or not
          (!get.blocking() && way != Transaction.LOAD) || pending.locallyComplete();
      case Operation.Amo amo -> amo.fetch() != 0 || pending.locallyComplete();
      case Operation.GetValue _ -> pending.locallyComplete();
      case Operation.PutValue _, Operation.SignalUpdate _, Operation.PeerStore _ -> true;
    };
  }

  /**
   * Whether the acknowledgement of an operation may reach its PE. A blocking put is a non-blocking
   * one and a quiet of its queue pair to the target (transfer_device.cuh.in:105-121; IBGDA polls
   * the completion queue), so what went there before it has to be over, too.
   */
  boolean mayBeAcknowledged(Pending pending, InFlight inFlight) {
    boolean quiet =
        pending.operation() instanceof Operation.Put put
            && put.blocking()
            && routes.data(put) == Transaction.WRITE;
    return !quiet || isAcknowledged(pending, inFlight);
  }

  private boolean isAcknowledged(Pending put, InFlight inFlight) {
    if (!remaining.done(put)) {
      return false;
    }
    Origin origin = put.operation().origin();
    Optional<Network> network = routes.network(origin);
    for (int i = 0; i < put.behind().length(); i++) {
      Pending earlier = inFlight.find(put.behind().get(i));
      if (earlier != null
          && earlier.operation().pe() == put.operation().pe()
          && earlier.operation().origin().bySideOfDevice() == origin.bySideOfDevice()
          && network.filter(its -> its.oneQueue(earlier.operation().origin(), origin)).isPresent()
          && remaining.networkLeft(earlier)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A thread's quiet is a system fence, for what it did or what CUDA has ordered before it; that of
   * a network drains the whole PE (proxy.cpp, progress_quiet; ibgda_device.cuh, quiet).
   */
  boolean isQuiet(Caller caller, InFlight inFlight) {
    for (Pending pending : inFlight.pending()) {
      if (pending.operation().origin().pe() == caller.pe()
          && pending.operation().origin().context() == caller.context()
          && ((caller.isFor(pending.operation()) && remaining.networkLeft(pending))
              || remaining.threadLeft(pending, caller)
              || remaining.copyLeft(pending, caller))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A fence of a GPU thread ends with a system fence, whatever the network's did
   * (nvshmemi_common_device.cuh:352-384); the host's waits for its streams (fence.cpp).
   */
  boolean fenceMayReturn(Caller caller, InFlight inFlight) {
    Optional<Network> network = routes.transport().network(caller.onDevice());
    boolean drains = network.isPresent() && network.get().fence() == Network.Fence.WAITS;
    for (Pending pending : inFlight.pending()) {
      Origin origin = pending.operation().origin();
      if (origin.pe() == caller.pe()
          && (remaining.threadLeft(pending, caller)
              || remaining.copyLeft(pending, caller)
              || (drains
                  && caller.isFor(pending.operation())
                  && origin.context() == caller.context()
                  && pending.knownBy().get(caller.agent())
                  && origin.bySideOfDevice() == caller.onDevice()
                  && remaining.networkLeft(pending)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A fence for all GPUs waits for what the thread did over NVLink or PCIe, and so does the end of
   * a kernel.
   */
  boolean systemFenceMayReturn(Caller caller, InFlight inFlight) {
    for (Pending pending : inFlight.pending()) {
      if (pending.operation().origin().pe() == caller.pe()
          && remaining.threadLeft(pending, caller)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A sync does not wait for data (nvshmem_defines.h, sync). In a job of two, its only signal
   * follows the data on their one queue pair.
   */
  boolean mayArrive(int agent, InFlight inFlight) {
    Optional<Network> network = routes.transport().network(true);
    if (routes.layout().pes() != 2 || network.isEmpty() || !network.get().onlyOneQueue()) {
      return true;
    }
    for (Pending pending : inFlight.pending()) {
      if (pending.knownBy().get(agent) && remaining.left(pending, Part.DATA) == Transaction.WRITE) {
        return false;
      }
    }
    return true;
  }

  /** Whether what a network card delivered to a PE is visible as far as the call makes it so. */
  boolean mayObserve(int pe, Acquire acquire, InFlight inFlight) {
    return !shows(acquire)
        || inFlight.pending().stream()
            .noneMatch(pending -> pending.operation().pe() == pe && Words.delivered(pending));
  }

  // A wait and a test end with a consistency operation; the calls of the signal family have none,
  // and
  // a fence of a thread is none.
  private boolean shows(Acquire acquire) {
    return acquire == Acquire.WAIT && !routes.transport().settings().has(Variable.BYPASS_FLUSH);
  }
}
