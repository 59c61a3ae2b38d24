package org.shmemlab.model.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.shmemlab.model.program.ThreadScope;

/** Tracks the vector clocks of one agent. */
final class AgentClock {
  final Actor actor;
  final int thread;
  int time = 1; // of its next step; advances when another clock takes it over
  CausalPast clock = CausalPast.NOTHING; // without its own steps since then
  CausalPast arrival = CausalPast.NOTHING;
  ReleaseClocks released = ReleaseClocks.NOTHING; // clocks that its fences of CUDA release
  ReleaseClocks seen = ReleaseClocks.NOTHING; // observed by relaxed atomics, for its next fence

  final Deque<Slot> free = new ArrayDeque<>();
  final List<Slot> asynchronous = new ArrayList<>(); // of its asynchronous work
  CausalPast groups = CausalPast.NOTHING; // of that, the part contained in its next wait for groups

  /** A free place in clocks: the end of its last user happens-before the agent's next step. */
  record Slot(int thread, int time) {}

  AgentClock(Actor actor, int thread) {
    this.actor = actor;
    this.thread = thread;
  }

  AgentClock copy() {
    AgentClock copy = new AgentClock(actor, thread);
    copy.time = time;
    copy.free.addAll(free);
    copy.asynchronous.addAll(asynchronous);
    copy.groups = groups;
    copy.clock = clock;
    copy.arrival = arrival;
    copy.released = released;
    copy.seen = seen;
    return copy;
  }

  /** Frees the places of asynchronous work that happens-before the agent's next step. */
  void freeWhatIsOver() {
    asynchronous.removeIf(slot -> {
      boolean over = clock.memory().covers(slot.thread, slot.time);
      if (over) {
        free.push(slot);
      }
      return over;
    });
  }

  /**
   * The clock of all its steps and of all that happens-before them, for an agent that synchronizes
   * with it.
   */
  CausalPast publish() {
    clock = clock.with(thread, time++);
    return clock;
  }

  /** Joins the clock of another agent, whose steps happen-before the next one from now on. */
  void join(CausalPast published) {
    clock = clock.join(published);
  }

  /** Acquires the releases within a scope: they happen-before the agent's next step. */
  void acquire(ReleaseClocks given, ThreadScope reach) {
    clock = new CausalPast(clock.steps(), clock.memory().join(given.within(reach)));
  }

  /** The steps that memory orders before the agent's next one, its own included. */
  Clock memory() {
    return clock.memory().with(thread, Integer.MAX_VALUE);
  }
}
