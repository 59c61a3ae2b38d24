package org.shmemlab.model.explore.clock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.shmemlab.model.program.StateSpace;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.threads.ClockName;
import org.shmemlab.model.threads.RuleScope;
import org.shmemlab.model.threads.ThreadEvent;
import org.shmemlab.model.threads.ThreadRule;

/** Tracks the vector clocks of one agent. */
final class AgentClock {
  final Actor actor;
  final int thread;
  int time = 1; // of its next step; advances when another clock takes it over
  CausalPast clock = CausalPast.NOTHING; // without its own steps since then
  CausalPast arrival = CausalPast.NOTHING;
  ReleaseClocks released = ReleaseClocks.NOTHING; // by its fences, for its atomics to carry
  ReleaseClocks observed = ReleaseClocks.NOTHING; // by its atomics, for its fences to acquire

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
    copy.observed = observed;
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

  /**
   * Lets clocks flow as the rules of an event say, between this agent's own clocks.
   *
   * @param reach the scope of the event
   */
  void follow(ThreadEvent event, ThreadScope reach) {
    for (ThreadRule rule : event.rules()) {
      if (rule.to() == ClockName.WORD || rule.to() == ClockName.OTHERS) {
        continue; // see HappensBefore, AgentClocks
      }
      switch (rule.from()) {
        case BEFORE -> flow(rule, ReleaseClocks.everywhere(publish().memory()), reach);
        case RELEASED -> flow(rule, released, reach);
        case OBSERVED -> flow(rule, observed, reach);
        case WORD, OTHERS, ASYNC_SHARED, ASYNC_GLOBAL -> {} // not without an access
      }
    }
  }

  /** Lets a clock flow into one of this agent's. */
  void flow(ThreadRule rule, ReleaseClocks from, ThreadScope reach) {
    ReleaseClocks given = rule.scope() == RuleScope.OWN ? from.within(reach) : from;
    switch (rule.to()) {
      case BEFORE -> clock = new CausalPast(clock.steps(), clock.memory().join(given.all()));
      case RELEASED -> released = released.join(given);
      case OBSERVED -> observed = observed.join(given);
      case ASYNC_SHARED -> clock = clock.proxiesFenced(StateSpace.SHARED);
      case ASYNC_GLOBAL -> clock = clock.proxiesFenced(StateSpace.GLOBAL);
      case WORD, OTHERS -> throw new IllegalArgumentException(rule + " is of no agent");
    }
  }

  /** The past of the point from which an access of it may happen. */
  CausalPast opened(Access access) {
    return switch (access.use()) {
      case COLLECTIVE_SOURCE, COLLECTIVE_DESTINATION -> arrival;
      default -> clock;
    };
  }

  /** The steps that memory orders before the agent's next one, its own included. */
  Clock memory() {
    return clock.memory().with(thread, Integer.MAX_VALUE);
  }
}
