package org.shmemlab.model.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.operation.Operation;

/** What an operation comes after, and who comes after it. */
final class OperationClock {
  final Actor actor;
  final int thread;
  final Operation operation;
  final Known opened;
  final BitSet knownBy = new BitSet();
  final BitSet fencedFor = new BitSet();
  final List<Integer> after = new ArrayList<>(); // numbers of those that a fence keeps before it
  int time;
  Known clock;
  Known updated = Known.NOTHING;
  Known local = Known.NOTHING;

  OperationClock(Actor actor, int thread, Operation operation, Known opened) {
    this.actor = actor;
    this.thread = thread;
    this.operation = operation;
    this.opened = opened;
    this.clock = opened;
  }

  OperationClock copy() {
    OperationClock copy = new OperationClock(actor, thread, operation, opened);
    copy.knownBy.or(knownBy);
    copy.fencedFor.or(fencedFor);
    copy.after.addAll(after);
    copy.time = time;
    copy.clock = clock;
    copy.updated = updated;
    copy.local = local;
    return copy;
  }
}
