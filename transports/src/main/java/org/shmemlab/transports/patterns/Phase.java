package org.shmemlab.transports.patterns;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * One phase of a collective: every PE sends some messages, and goes on when it has received as many
 * as it expects.
 *
 * @param kind of the messages
 * @param bytes of each
 * @param sends how many a PE sends
 * @param target to which PE a PE sends its message of a number from 0 on
 * @param expects how many a PE receives
 * @param quiet whether a PE waits for its own messages to be complete before it polls
 * @param fence whether a PE passes a fence after its messages
 * @param network whether they go through the network even within a node
 * @param later how many phases later the receiver waits for them
 * @param workPs what a PE does before it sends, picoseconds
 */
record Phase(
    TransferKind kind,
    long bytes,
    IntUnaryOperator sends,
    IntBinaryOperator target,
    IntUnaryOperator expects,
    boolean quiet,
    boolean fence,
    boolean network,
    int later,
    long workPs) {
  /** The PE that gives, where one does. */
  static final int ROOT = 0;

  Phase(
      TransferKind kind,
      long bytes,
      IntUnaryOperator sends,
      IntBinaryOperator target,
      IntUnaryOperator expects,
      boolean quiet,
      boolean fence) {
    this(kind, bytes, sends, target, expects, quiet, fence, false, 0, 0);
  }

  /** The same, whose messages go through the network even within a node. */
  Phase throughNetwork() {
    return new Phase(kind, bytes, sends, target, expects, quiet, fence, true, later, workPs);
  }

  /** The same, whose messages the receiver waits for so many phases later. */
  Phase awaited(int phases) {
    return new Phase(kind, bytes, sends, target, _ -> 0, quiet, fence, network, phases, workPs);
  }

  /** The same after some work. */
  Phase after(long ps) {
    return new Phase(
        kind, bytes, sends, target, expects, quiet, fence, network, later, workPs + ps);
  }

  /** The same, without a wait for its messages: a barrier follows. */
  Phase unawaited() {
    return new Phase(kind, bytes, sends, target, _ -> 0, quiet, fence, network, later, workPs);
  }

  /** Each PE works for itself. */
  static Phase work(long ps) {
    return new Phase(TransferKind.PUT, 0, _ -> 0, (_, _) -> 0, _ -> 0, false, false).after(ps);
  }

  /** Each PE copies to all, to itself first. */
  static Phase toAllAndSelf(int pes, long bytes) {
    return new Phase(
        TransferKind.PUT, bytes, _ -> pes, (pe, i) -> (pe + i) % pes, _ -> 0, false, false);
  }

  /** PE 0 copies to all, to itself first. */
  static Phase fromRootAndSelf(int pes, long bytes) {
    return new Phase(
        TransferKind.PUT, bytes, pe -> pe == 0 ? pes : 0, (_, i) -> i, _ -> 0, false, false);
  }

  /** Each PE sends to the PE at a distance if that is on its own node, or if it is not. */
  static Phase atDistance(TransferKind kind, Fleet fleet, long bytes, int distance, boolean near) {
    int pes = fleet.pes();
    return new Phase(
        kind,
        bytes,
        pe -> fleet.near(pe, (pe + distance) % pes) == near ? 1 : 0,
        (pe, _) -> (pe + distance) % pes,
        _ -> 0,
        false,
        kind == TransferKind.PUT);
  }

  /** Each PE sends to the PEs at so many distances from a first one on. */
  static Phase atDistances(TransferKind kind, int pes, long bytes, int first, int count) {
    return new Phase(
        kind, bytes, _ -> count, (pe, i) -> (pe + first + i) % pes, _ -> 0, false, false);
  }

  /** Each PE waits for messages of earlier phases. */
  static Phase receive(int messages) {
    return new Phase(TransferKind.PUT, 0, _ -> 0, (_, _) -> 0, _ -> messages, false, false);
  }

  /** Each PE sends to every other, its right neighbour first. */
  static Phase toAll(TransferKind kind, int pes, long bytes) {
    return new Phase(
        kind, bytes, _ -> pes - 1, (pe, i) -> (pe + 1 + i) % pes, _ -> pes - 1, false, false);
  }

  /** A round of a dissemination of some radix: at distances d·step. */
  static Phase dissemination(int pes, int radix, long step) {
    int each = (int) Math.min(radix - 1L, (pes - 1) / step);
    return new Phase(
        TransferKind.SIGNAL,
        Long.BYTES,
        _ -> each,
        (pe, i) -> (int) ((pe + (i + 1) * step) % pes),
        _ -> each,
        false,
        false);
  }

  /** A round of a broadcast from PE 0 along a tree: those that have the data pass it on. */
  static Phase treeRound(int pes, int have, long bytes) {
    return new Phase(
        TransferKind.PUT,
        bytes,
        pe -> pe < have && pe + have < pes ? 1 : 0,
        (pe, _) -> pe + have,
        pe -> pe >= have && pe < 2 * have ? 1 : 0,
        false,
        false);
  }

  /** The root sends to every PE. */
  static Phase fromRoot(TransferKind kind, int pes, long bytes) {
    return new Phase(
        kind,
        bytes,
        pe -> pe == ROOT ? pes - 1 : 0,
        (_, i) -> i + 1,
        pe -> pe == ROOT ? 0 : 1,
        false,
        false);
  }

  /**
   * The PEs of a level of a tree send to their children, which are 2i + 1 and 2i + 2 for PE i; the
   * root has level 0.
   */
  static Phase downTree(int pes, int level, long bytes) {
    int first = (1 << level) - 1;
    int next = 2 * first + 1;
    return new Phase(
        TransferKind.PUT,
        bytes,
        pe -> pe >= first && pe < next ? Math.clamp(pes - 2L * pe - 1, 0, 2) : 0,
        (pe, i) -> 2 * pe + 1 + i,
        pe -> pe >= next && pe < 2 * next + 1 ? 1 : 0,
        false,
        false);
  }

  /** Each PE exchanges with the PE whose number differs in one bit, where there is one. */
  static Phase pairs(int pes, int bit, long bytes) {
    IntUnaryOperator one = pe -> (pe ^ bit) < pes ? 1 : 0;
    return new Phase(TransferKind.PUT_SIGNAL, bytes, one, (pe, _) -> pe ^ bit, one, false, true);
  }

  /** Each PE waits until its messages are complete. */
  static Phase drain() {
    return new Phase(TransferKind.PUT, 0, _ -> 0, (_, _) -> 0, _ -> 0, true, false);
  }
}
