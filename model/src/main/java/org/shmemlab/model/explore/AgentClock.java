package org.shmemlab.model.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.shmemlab.model.program.ThreadScope;

/** What an agent knows. */
final class AgentClock {
  final Actor actor;
  final int thread;
  int time = 1; // of what it does next; moves on when somebody learns how far it has come
  CausalPast clock = CausalPast.NOTHING; // without its own steps since then
  CausalPast arrival = CausalPast.NOTHING;
  ReleaseClocks released = ReleaseClocks.NOTHING; // what its fences of CUDA came after
  ReleaseClocks seen = ReleaseClocks.NOTHING; // what relaxed atomics showed, for its next fence

  final Deque<Slot> free = new ArrayDeque<>();
  final List<Slot> beside = new ArrayList<>(); // of what was done beside it
  CausalPast groups = CausalPast.NOTHING; // of that, what its next wait for groups comes after

  /** A place in clocks that something had whose end its agent knows, and its last time. */
  record Slot(int thread, int time) {}

  AgentClock(Actor actor, int thread) {
    this.actor = actor;
    this.thread = thread;
  }

  AgentClock copy() {
    AgentClock copy = new AgentClock(actor, thread);
    copy.time = time;
    copy.free.addAll(free);
    copy.beside.addAll(beside);
    copy.groups = groups;
    copy.clock = clock;
    copy.arrival = arrival;
    copy.released = released;
    copy.seen = seen;
    return copy;
  }

  /** Places of what was done beside it are free once it comes after that. */
  void freeWhatIsOver() {
    beside.removeIf(slot -> {
      boolean over = clock.memory().covers(slot.thread, slot.time);
      if (over) {
        free.push(slot);
      }
      return over;
    });
  }

  /** All that it knows and did, for somebody who comes after it. */
  CausalPast tell() {
    clock = clock.with(thread, time++);
    return clock;
  }

  /** It comes after what somebody told. */
  void learn(CausalPast told) {
    clock = clock.join(told);
  }

  /** What somebody within a reach has given comes before whatever it does next. */
  void acquire(ReleaseClocks given, ThreadScope reach) {
    clock = new CausalPast(clock.steps(), clock.memory().join(given.within(reach)));
  }

  /** The steps that memory is in order with before whatever it does next, its own included. */
  Clock memory() {
    return clock.memory().with(thread, Integer.MAX_VALUE);
  }
}
