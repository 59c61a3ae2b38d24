package org.shmemlab.transports.rules;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.transports.rules.Remaining.Part;

/**
 * Which events stay behind what is left of earlier operations: by a fence, by the order of their
 * issue, by delivery.
 */
final class Precedence {
  private final Routes routes;
  private final Remaining remaining;

  Precedence(Routes routes) {
    this.routes = routes;
    this.remaining = new Remaining(routes);
  }

  /** Whether each word shows what was delivered to it in that order. */
  static boolean asDelivered(Pending operation, Event event, InFlight inFlight) {
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

  /** Whether nothing that the event has to stay behind is left. */
  boolean inOrder(Pending later, Event event, InFlight inFlight) {
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
    if (network.isEmpty() || !routes.way(later, event).ofNetwork()) {
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
    return targets && remaining.networkLeft(earlier);
  }

  private boolean issueHolds(Pending earlier, Pending later, Event event) {
    Operation first = earlier.operation();
    Operation second = later.operation();
    Transaction way = routes.way(second, event);
    boolean signal = Routes.isSignal(second, event);
    Words words = Words.of(second, event);
    for (Part part : Part.values()) {
      Transaction before = remaining.left(earlier, part);
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
      if (before == Transaction.COPY
          && way == Transaction.COPY
          && first.pe() == second.pe()
          && !first.origin().onStream()
          && !second.origin().onStream()) {
        return true; // the library's own stream of this peer
      }
      if (onOneQueue(first, second, before, way)) {
        return true;
      }
    }
    Optional<Network> network = routes.network(second.origin());
    return signal
        && second instanceof Operation.Put
        && network.isPresent()
        && first.origin().bySideOfDevice() == second.origin().bySideOfDevice()
        && way.ofNetwork()
        && holds(network.get().fenceBeforeSignal(), earlier, second);
  }

  private boolean onOneQueue(
      Operation first, Operation second, Transaction before, Transaction way) {
    if (!before.ofNetwork()
        || !way.ofNetwork()
        || first.pe() != second.pe()
        || first.origin().bySideOfDevice() != second.origin().bySideOfDevice()) {
      return false;
    }
    Optional<Network> network = routes.network(second.origin());
    return network.isPresent()
        && network.get().oneQueue(first.origin(), second.origin())
        && network.get().staysBehind(before, way);
  }
}
