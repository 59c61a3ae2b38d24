package org.shmemlab.transports.rules;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.transports.platform.PathKind;

/**
 * Describes one network as NVSHMEM drives it: which parts of an operation its NICs carry out and
 * which the target's processor, and which queue they take.
 *
 * @param path which network
 * @param onDevice whether device code issues, or the host: they have queues of their own
 */
record Network(
    PathKind path, boolean onDevice, NvshmemVersion version, Settings settings, Hardware link) {
  /** How many queue pairs lead to each PE. */
  int queues() {
    if (GpuNetIo.isChosen(settings)) {
      return onDevice ? Math.max(1, settings.count(GpuNetIo.queues(path))) : 1;
    }
    return switch (path) {
      case IBRC, IBDEVX ->
          onDevice ? Math.max(1, settings.count(EnvironmentVariable.IB_NUM_RC_PER_DEVICE)) : 1;
      case IBGDA -> Math.max(1, settings.count(EnvironmentVariable.IBGDA_NUM_RC_PER_PE)) * cards();
      case UCX, CXI, VERBS, EFA, NVLINK, PCIE -> 1;
    };
  }

  /**
   * How many NICs of a PE carry its operations, or 2 where there are several: which of them one
   * takes is not known here, nor that they are as fast (host/topo/topo.cpp; only IBGDA uses more
   * than one in these releases).
   */
  private int cards() {
    return path == PathKind.IBGDA && settings.has(EnvironmentVariable.IBGDA_ENABLE_MULTI_PORT)
        ? 2
        : 1;
  }

  /**
   * Whether a queue pair keeps order at all; UCX and libfabric promise none between fences. The
   * same ones give a program queue pairs of its own (NVSHMEM API, "Transport Support and
   * Compatibility").
   */
  boolean queuesAreOrdered() {
    return path == PathKind.IBRC || path == PathKind.IBDEVX || path == PathKind.IBGDA;
  }

  /**
   * Whether two operations to one PE certainly take one queue pair.
   *
   * <p>IBRC and IBDEVX take the next of several for each operation. IBGDA chooses by block, SM or
   * warp in 3.4.5; in 3.5 it takes the next of a counter that all threads share without atomics
   * (ibgda_device.cuh:1814-1846), so that several mean any. One that the program has made leads to
   * each PE once (NVSHMEM API, "Queue Pair (QP) Specific APIs").
   */
  boolean oneQueue(Origin a, Origin b) {
    if (a.context() != b.context() || a.context() != 0) {
      return a.context() == b.context() && queuesAreOrdered(); // the program's own
    }
    int queues = queues();
    if (queues == 1) {
      return true;
    }
    if (path != PathKind.IBGDA || version != NvshmemVersion.V3_4_5) {
      return false;
    }
    return switch (settings.text(EnvironmentVariable.IBGDA_RC_MAP_BY)) {
      case "cta" -> cards() == 1 ? block(a) % queues == block(b) % queues : block(a) == block(b);
      case "warp" -> block(a) == block(b) && warp(a) == warp(b);
      default -> block(a) == block(b); // which SM runs a block is known of that block alone
    };
  }

  // A stream's kernel has one block of one thread.
  private static int block(Origin origin) {
    return origin.onStream() ? 0 : origin.block();
  }

  private static int warp(Origin origin) {
    return origin.onStream() ? 0 : origin.thread() / 32;
  }

  /** Whether a write may overtake another on its queue pair. */
  boolean writesOvertake() {
    return link.adaptiveRouting()
        || (link.relaxedPcie() && settings.has(EnvironmentVariable.IB_ENABLE_RELAXED_ORDERING));
  }

  /**
   * Whether a fence of nvshmem_fence never reaches the network. In 3.5 the proxy takes a fence for
   * one of a list of queue pairs, of which there are none (host/proxy/proxy.cpp:1312-1316): the
   * request is lost. The host calls the transport itself.
   */
  boolean losesFence() {
    return onDevice && path.isProxied() && version != NvshmemVersion.V3_4_5;
  }

  /**
   * Whether the signal of this put may overtake its data: in 3.5, IBGDA sends a payload of several
   * registered chunks on another queue pair than the signal and does not wait
   * (ibgda_device.cuh:3155-3175). Memory is registered in chunks of the heap's granularity; where
   * an object lies in its chunk is not known here, so it counts as the start.
   */
  boolean signalMayOvertakeData(Operation.Put put) {
    if (path != PathKind.IBGDA || version == NvshmemVersion.V3_4_5 || queues() == 1) {
      return false;
    }
    long chunk = Math.min(1L << 30, settings.bytes(EnvironmentVariable.CUMEM_GRANULARITY));
    return (long) put.words() * put.wordBytes() > chunk;
  }

  /** The transaction that carries out a signal update. */
  Transaction signal(SignalOperator operator) {
    return switch (path) {
      case IBRC ->
          switch (operator) {
            case ADD, STRONG_ADD, COUNT -> nativeAdd() ? Transaction.ATOMIC : Transaction.MESSAGE;
            case SET -> gdrCopy() ? Transaction.MESSAGE : Transaction.WRITE;
          };
      case EFA -> Transaction.MESSAGE;
      case IBDEVX, IBGDA, UCX, CXI, VERBS -> Transaction.ATOMIC;
      case NVLINK, PCIE -> throw new IllegalStateException(path + " is no network");
    };
  }

  /** The transaction that carries out an atomic memory operation. */
  Transaction atomic(Operation.Amo amo) {
    return switch (path) {
      case IBRC ->
          gdrCopy()
              ? Transaction.MESSAGE
              : amo.op() == AtomicOp.SET ? Transaction.WRITE : Transaction.ATOMIC;
      case EFA -> Transaction.MESSAGE;
      case IBDEVX, IBGDA, UCX, CXI, VERBS -> Transaction.ATOMIC;
      case NVLINK, PCIE -> throw new IllegalStateException(path + " is no network");
    };
  }

  /**
   * Why an atomic memory operation is none that this configuration can carry out, or null.
   * Additions of floating point are made by the peer's memory and by IBRC's proxy alone (NVSHMEM
   * 3.7 release notes; its roadmap of 2026, "Floating-point atomics"; gdaki_device.cuh).
   */
  @Nullable String refusal(Operation.Amo amo) {
    if (amo.op() == AtomicOp.ADD && amo.type().floating() && path != PathKind.IBRC) {
      return "an atomic addition of floating point is carried out by nvlink and ibrc, not by "
          + path.key();
    }
    return refuses(amo)
        ? "this atomic needs GDRCopy over " + path.key() + ": NVSHMEM_DISABLE_GDRCOPY=1"
        : null;
  }

  private boolean refuses(Operation.Amo amo) {
    boolean addOrSet =
        amo.type().bytes() == 8
            && !amo.type().floating()
            && (amo.op() == AtomicOp.ADD || amo.op() == AtomicOp.SET);
    return switch (path) {
      case IBRC -> !gdrCopy() && !(addOrSet && nativeAdd());
      case EFA -> !gdrCopy();
      default -> false;
    };
  }

  private boolean nativeAdd() {
    return !settings.has(EnvironmentVariable.DISABLE_IB_NATIVE_ATOMICS);
  }

  private boolean gdrCopy() {
    return !settings.has(EnvironmentVariable.DISABLE_GDRCOPY);
  }
}
