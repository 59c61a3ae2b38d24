package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.explore.clock.Messages.Release;
import org.shmemlab.model.explore.clock.RaceDetector.Touch;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.threads.RuleScope;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.model.threads.ThreadRule;

/**
 * Hands clocks over between the agents of atomics and their words, and between fences that are in
 * one order (PTX ISA, "Release and Acquire Patterns", "Observation Order", "Fence-SC").
 */
final class ReleasePatterns {
  private final Machine machine;
  private final ThreadOrder order;
  private final AgentClocks agents;
  private final OperationClocks operations;
  private final RaceDetector detector;
  private final Messages messages;
  private final boolean weak;
  private final Map<FencePlace, Clock> fences = new LinkedHashMap<>();

  /** Where a fence is, and how far it reaches. */
  record FencePlace(ThreadBlock block, ThreadScope reach) {}

  ReleasePatterns(
      Machine machine,
      ThreadOrder order,
      AgentClocks agents,
      OperationClocks operations,
      RaceDetector detector,
      Messages messages) {
    this.machine = machine;
    this.order = order;
    this.agents = agents;
    this.operations = operations;
    this.detector = detector;
    this.messages = messages;
    this.weak = machine.rules().weakAtomics();
  }

  /** A copy for a fork of the machine. */
  ReleasePatterns(
      ReleasePatterns other,
      Machine fork,
      AgentClocks agents,
      OperationClocks operations,
      RaceDetector detector,
      Messages messages) {
    this(fork, other.order, agents, operations, detector, messages);
    fences.putAll(other.fences);
  }

  // ---------------------------------------------------------------- what is read

  /**
   * The releases of the value that an atomic reads: of the last store and of the updates of it, as
   * far as each reaches to this agent (PTX ISA, "Observation Order").
   *
   * @param place how many writes follow the one that it reads
   */
  ReleaseClocks shown(AgentClock agent, Access access, int place) {
    ReleaseClocks shown = ReleaseClocks.NOTHING;
    if (access.use() == Access.Use.ATOMIC_LOAD || access.use() == Access.Use.ATOMIC_UPDATE) {
      ImmutableList<Release> kept = weak ? messages.releases(access, place) : null;
      for (Release release : kept == null ? inMemory(access) : kept) {
        ThreadScope distance = agent.actor.threadBlock().distance(release.writer().threadBlock());
        shown = shown.join(release.released().only(distance));
      }
    }
    return shown;
  }

  private ImmutableList<Release> inMemory(Access access) {
    return detector.shownTo(access).stream()
        .map(Release::of)
        .collect(ImmutableList.toImmutableList());
  }

  void read(AgentClock agent, String event, ReleaseClocks shown, ThreadScope reach) {
    if (!shown.equals(ReleaseClocks.NOTHING)) {
      for (ThreadRule rule : order.at(event).rules()) {
        agent.flow(rule, shown, reach);
      }
    }
  }

  /** An access of an agent takes effect, before so many other writes of its word. */
  void tookEffect(AgentClock agent, Touch touch, int place) {
    if (weak && touch.access().use().isAtomicOfThread()) {
      messages.tookEffect(
          agent,
          touch.access(),
          place,
          new Release(touch.released(), agent.actor),
          () -> inMemory(touch.access()),
          agents::place);
    }
  }

  // ---------------------------------------------------------------- what is written

  /** The clocks that the value of an atomic carries. */
  ReleaseClocks released(AgentClock agent, Access access) {
    AtomicScope scope = access.scope();
    if (scope == null || access.use() == Access.Use.ATOMIC_LOAD) {
      return agent.released;
    }
    ReleaseClocks word = carried(agent, access, "write", scope.reach());
    return scope.order().releases()
        ? word.join(carried(agent, access, "write.release", scope.reach()))
        : word;
  }

  private ReleaseClocks carried(AgentClock agent, Access access, String event, ThreadScope reach) {
    ReleaseClocks carried = ReleaseClocks.NOTHING;
    for (ThreadRule rule : order.at(event).rules()) {
      ReleaseClocks from =
          switch (rule.from()) {
            case BEFORE -> ReleaseClocks.everywhere(before(agent, access, reach).memory());
            case RELEASED -> agent.released;
            case OBSERVED -> agent.observed;
            case WORD -> ownEarlier(agent, access);
            case OTHERS, ASYNC_SHARED, ASYNC_GLOBAL -> ReleaseClocks.NOTHING;
          };
      carried = carried.join(rule.scope() == RuleScope.OWN ? from.within(reach) : from);
    }
    return carried;
  }

  private CausalPast before(AgentClock agent, Access access, ThreadScope reach) {
    CausalPast before = agent.clock.with(agent.thread, agent.time);
    Agent issuer = machine.agent(access.agent());
    return reach == ThreadScope.SYSTEM && issuer != null
        ? before.join(
            operations.awaited(
                OrderingCall.SYSTEM_FENCE, Completion.caller(issuer, Contexts.DEFAULT)))
        : before;
  }

  private ReleaseClocks ownEarlier(AgentClock agent, Access access) {
    ReleaseClocks carried = ReleaseClocks.NOTHING;
    for (Past past : detector.shownTo(access)) {
      if (past.by().thread() == agent.thread) {
        carried = carried.join(past.released());
      }
    }
    return carried;
  }

  // ---------------------------------------------------------------- fences in one order

  /** A fence follows all earlier ones that are in its scope, and it in theirs. */
  void sequentiallyFenced(AgentClock agent, ThreadScope reach) {
    ThreadBlock block = agent.actor.threadBlock();
    Clock known = agent.clock.memory();
    for (Map.Entry<FencePlace, Clock> earlier : fences.entrySet()) {
      ThreadScope distance = block.distance(earlier.getKey().block());
      if (distance.compareTo(reach) <= 0 && distance.compareTo(earlier.getKey().reach()) <= 0) {
        known = known.join(earlier.getValue());
      }
    }
    agent.clock = new CausalPast(agent.clock.steps().join(known), known);
    fences.merge(new FencePlace(block, reach), agent.publish().memory(), Clock::join);
  }

  /** The clocks that happen-before a later fence in whose scope they are, by place. */
  Map<FencePlace, Clock> fences() {
    return Collections.unmodifiableMap(fences);
  }
}
