package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.operation.Carrier;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.StateSpace;

/** Tracks the clock of an operation and the agents that it happens-before. */
final class OperationClock {
  final Actor actor;
  final int thread;
  final Operation operation;
  final CausalPast opened;
  final BitSet issuedBefore = new BitSet();
  final BitSet fencedFor = new BitSet();
  ImmutableSet<Carrier> carriers = ImmutableSet.of(); // of a store to a peer
  final List<OperationClock> after = new ArrayList<>(); // operations whose updates it follows
  final List<OperationClock> afterSource = new ArrayList<>(); // puts whose sources it follows
  ImmutableSet<Integer> earlierStores = ImmutableSet.of(); // stores to peers of the same thread
  boolean proxiesFenced; // after it, in its thread's order
  int time;
  CausalPast clock;
  CausalPast updated = CausalPast.NOTHING;
  CausalPast local = CausalPast.NOTHING;

  OperationClock(Actor actor, AgentClock.Slot slot, Operation operation, CausalPast opened) {
    this.actor = actor;
    this.thread = slot.thread();
    this.time = slot.time();
    this.operation = operation;
    this.opened = opened;
    this.clock = opened;
  }

  /** The clock of its next update, if those go first that rules order before it. */
  CausalPast inOrder() {
    CausalPast before = clock;
    for (OperationClock earlier : after) {
      before = before.join(earlier.updated);
    }
    for (OperationClock earlier : afterSource) {
      before = before.join(earlier.local);
    }
    return before;
  }

  /** The clock that a wait for it takes over. */
  CausalPast publish() {
    return proxiesFenced ? clock.proxiesFenced(StateSpace.GLOBAL) : clock;
  }

  /** Whether it is a store to a peer that happens-before an access of an agent. */
  boolean isStoreBefore(int agent, boolean inBulk) {
    return operation instanceof Operation.PeerStore store
        && issuedBefore.get(agent)
        && (!inBulk || store.bulk() || proxiesFenced);
  }

  OperationClock copy() {
    OperationClock copy =
        new OperationClock(actor, new AgentClock.Slot(thread, time), operation, opened);
    copy.issuedBefore.or(issuedBefore);
    copy.fencedFor.or(fencedFor);
    copy.carriers = carriers;
    copy.after.addAll(after);
    copy.afterSource.addAll(afterSource);
    copy.earlierStores = earlierStores;
    copy.proxiesFenced = proxiesFenced;
    copy.clock = clock;
    copy.updated = updated;
    copy.local = local;
    return copy;
  }

  /** The name of its next event. */
  Transition move() {
    return new Transition(actor, false);
  }
}
