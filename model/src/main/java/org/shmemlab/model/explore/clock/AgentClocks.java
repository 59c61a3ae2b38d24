package org.shmemlab.model.explore.clock;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.threads.ClockName;
import org.shmemlab.model.threads.ThreadEvent;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * Tracks the vector clocks of the agents of one execution, and the edges between them: rendezvous,
 * CUDA's atomics and fences (memory model, section 4). It receives the events of {@link
 * org.shmemlab.model.step.HappensBeforeListener}.
 */
final class AgentClocks {
  private final Machine machine;
  private final ThreadOrder order;
  private final Map<Integer, AgentClock> clocks = new HashMap<>(); // by number
  private final Map<Integer, AgentClock> suspended = new HashMap<>(); // with asynchronous work now
  private final Map<Actor, Integer> threads = new HashMap<>(); // of agents, in clocks
  private int threadCount; // of agents and operations
  private final Map<MeetingPlace, CausalPast> left =
      new HashMap<>(); // of agents that arrived and went on

  /** Those of a machine before its first step. */
  AgentClocks(Machine machine, ThreadOrder order) {
    this.machine = machine;
    this.order = order;
  }

  /** A copy for a fork of the machine. */
  AgentClocks(AgentClocks other, Machine fork) {
    this.machine = fork;
    this.order = other.order;
    this.threadCount = other.threadCount;
    other.clocks.forEach((number, clock) -> clocks.put(number, clock.copy()));
    other.suspended.forEach((number, clock) -> suspended.put(number, clock.copy()));
    threads.putAll(other.threads);
    left.putAll(other.left);
  }

  /** How many entries a clock may have. */
  int width() {
    return threadCount;
  }

  /** The clock of an agent that has not ended. */
  AgentClock of(int number) {
    AgentClock known = clocks.get(number);
    if (known == null) {
      Agent agent = machine.agent(number);
      if (agent == null) {
        throw new IllegalStateException("agent " + number + " has ended");
      }
      Actor actor = Actor.of(agent);
      known = new AgentClock(actor, threads.computeIfAbsent(actor, _ -> threadCount++));
      clocks.put(number, known);
    }
    return known;
  }

  /** A place in clocks for an operation of an agent, or for asynchronous work of it. */
  AgentClock.Slot slot(AgentClock issuer) {
    return issuer.free.isEmpty() ? place() : issuer.free.pop();
  }

  /** A place in clocks that was not used before. */
  AgentClock.Slot place() {
    return new AgentClock.Slot(threadCount++, 0);
  }

  /** The clocks of agents that arrived at a rendezvous and went on before the others arrive. */
  Map<MeetingPlace, CausalPast> left() {
    return left;
  }

  void arrived(int number) {
    AgentClock agent = of(number);
    agent.arrival = agent.clock;
  }

  /** A rendezvous of agents; {@code barrier} or {@code exchange} says what it orders. */
  void met(BitSet numbers, String event) {
    ThreadEvent meeting = order.at(event);
    List<AgentClock> members = numbers.stream().mapToObj(this::of).toList();
    ThreadScope reach = reach(members);
    Clock.Joining steps = new Clock.Joining();
    Clock.Joining memory = new Clock.Joining();
    for (AgentClock agent : members) {
      agent.follow(meeting, reach);
      steps.add(agent.clock.steps(), agent.thread, agent.time);
      memory.add(agent.clock.memory(), agent.thread, agent.time);
    }
    CausalPast all = new CausalPast(steps.join(), memory.join());
    boolean ordersMemory = meeting.reaches(ClockName.OTHERS);
    for (AgentClock agent : members) {
      Clock own = agent.clock.memory();
      agent.clock =
          new CausalPast(
              all.steps(), ordersMemory ? all.memory() : own.with(agent.thread, agent.time));
      agent.time++;
    }
  }

  /** A rendezvous of the threads of one GPU is a fence for this GPU alone. */
  private static ThreadScope reach(List<AgentClock> members) {
    for (AgentClock agent : members) {
      if (agent.actor.kind() != Agent.Kind.DEVICE_THREAD
          || agent.actor.pe() != members.getFirst().actor.pe()) {
        return ThreadScope.SYSTEM;
      }
    }
    return ThreadScope.DEVICE;
  }

  private static CausalPast toOthers(ThreadEvent event, CausalPast published) {
    return event.reaches(ClockName.OTHERS) ? published : published.stepsOnly();
  }

  void left(int number, MeetingPlace place) {
    ThreadEvent barrier = order.at("barrier");
    AgentClock agent = of(number);
    agent.follow(barrier, ThreadScope.SYSTEM);
    left.merge(place, toOthers(barrier, agent.publish()), CausalPast::join);
  }

  void found(BitSet numbers, MeetingPlace place) {
    CausalPast before = left.get(place);
    if (before != null) {
      numbers.stream().forEach(number -> of(number).join(before));
    }
  }

  void closed(MeetingPlace place) {
    left.remove(place);
  }

  void fenced(int number, ThreadScope reach, ThreadEvent fence) {
    of(number).follow(fence, reach);
  }

  void ordered(int before, int after) {
    AgentClock later = of(after); // named before the other, if both are new
    AgentClock earlier = of(before);
    boolean ofThread = earlier.actor.kind() == Agent.Kind.DEVICE_THREAD;
    ThreadEvent event = order.at(ofThread ? "end" : "launch");
    later.join(toOthers(event, earlier.publish()));
    // The other rows of launch and end concern bulk copies alone.
    if (machine.copiesInBulk()) {
      later.follow(event, ThreadScope.SYSTEM);
    }
  }

  /** Gives the agent's next steps a clock of their own, which begins with the agent's. */
  void beginAsynchronous(int number) {
    AgentClock agent = of(number);
    agent.freeWhatIsOver();
    AgentClock.Slot slot = slot(agent);
    AgentClock next = new AgentClock(agent.actor, slot.thread());
    next.time = slot.time() + 1;
    next.join(agent.publish());
    suspended.put(number, agent);
    clocks.put(number, next);
  }

  /**
   * Ends asynchronous work: the agent resumes its own steps, which that work does not
   * happen-before.
   *
   * @return all steps that happen-before the end of the work, itself included
   */
  CausalPast alone(int number) {
    AgentClock work = of(number);
    CausalPast done = work.publish();
    AgentClock agent = Objects.requireNonNull(suspended.remove(number));
    agent.join(done.stepsOnly());
    agent.asynchronous.add(new AgentClock.Slot(work.thread, work.time - 1));
    clocks.put(number, agent);
    return done;
  }

  /** The clock of an agent whose number stands for its asynchronous work at present. */
  @Nullable AgentClock suspended(int number) {
    return suspended.get(number);
  }

  void ended(int number) {
    suspended.remove(number);
    clocks.remove(number);
  }
}
