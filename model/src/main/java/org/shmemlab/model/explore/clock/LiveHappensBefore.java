package org.shmemlab.model.explore.clock;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.model.operation.Carrier;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.AgentNames;
import org.shmemlab.model.step.HappensBeforeListener.BlockParts;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Keeps the part of happens-before that still counts in a state: the accesses not yet ordered
 * before every agent, and the agents that they are ordered before; it is part of the state's hash.
 * Two schedules that lead to the same memory differ in this alone; the numbers in clocks, which
 * depend on the schedule, are left out.
 *
 * <p>An access that happens-before the next steps of every agent, task and open operation can be in
 * no conflict any more, and its releases are part of every clock.
 */
final class LiveHappensBefore {
  private static final int NO_THREAD = -1; // whose steps are known, too

  private final Machine machine;
  private final Specification rules;
  private final Map<Integer, AgentClock> agents = new LinkedHashMap<>(); // by number
  private final List<AgentClock> suspended = new ArrayList<>();
  private final List<AgentClock> departing = new ArrayList<>();
  private final Knowers bystanders =
      new Knowers(); // agents with whose steps an access may be in conflict
  private final Knowers copying = new Knowers(); // agents that may issue bulk copies
  private final Map<Integer, OperationClock> operations; // by number, as issued
  private final Set<OperationClock> earlier = Sets.newIdentityHashSet(); // than others, in order
  private final Map<OperationClocks.Retired, CausalPast> retired;
  private final Map<MeetingPlace, CausalPast> left;
  private final List<Past> pasts = new ArrayList<>();
  private final Messages messages;
  private final Map<ReleasePatterns.FencePlace, Clock> fences;

  LiveHappensBefore(
      Machine machine,
      Specification rules,
      AgentClocks clocks,
      OperationClocks issued,
      AccessHistory history,
      Messages messages,
      Map<ReleasePatterns.FencePlace, Clock> fences) {
    this.machine = machine;
    this.rules = rules;
    this.messages = messages;
    this.fences = fences;
    this.operations = issued.all();
    this.retired = issued.retired();
    this.left = clocks.left();
    for (int number = 0; number < machine.agentLimit(); number++) {
      if (machine.agent(number) != null) {
        AgentClock agent = clocks.of(number);
        agents.put(number, agent);
        add(agent);
        AgentClock suspended = clocks.suspended(number);
        if (suspended != null) {
          this.suspended.add(suspended);
          add(suspended);
        }
        if (machine.stands(number) && machine.next(number) instanceof Instruction.Depart) {
          departing.add(agent);
          bystanders.add(0, agent.arrival.memory(), NO_THREAD);
        }
      }
    }
    operations.forEach((number, operation) -> {
      earlier.addAll(operation.after);
      earlier.addAll(operation.afterSource);
      if (machine.inFlight().find(number) != null) {
        bystanders.add(0, operation.opened.memory(), NO_THREAD);
      }
    });
    history.forEach(pasts::add);
  }

  private void add(AgentClock agent) {
    bystanders.add(0, agent.clock.memory(), agent.thread);
    if (machine.copiesInBulk() && agent.actor.kind() == Agent.Kind.DEVICE_THREAD) {
      copying.add(0, agent.clock.memory(), agent.thread);
    }
  }

  /** Whether an agent or operation is not ordered after an access. */
  boolean is(Past past) {
    return bystanders.lacks(past) || (past.isWriteOfThread() && copying.lacksProxyFence(past));
  }

  /** Whether an agent or operation does not know a write. */
  boolean is(Messages.Message message) {
    return bystanders.lacks(message);
  }

  /** Whether an operation is in flight, or an agent may still synchronize with it. */
  boolean is(int number) {
    OperationClock operation = operations.get(number);
    if (operation == null) {
      return false;
    }
    if (machine.inFlight().find(number) != null || earlier.contains(operation)) {
      return true;
    }
    Knowers covered = new Knowers();
    for (Map.Entry<Integer, AgentClock> entry : agents.entrySet()) {
      AgentClock agent = entry.getValue();
      if (operation.issuedBefore.get(entry.getKey())
          || !operation.carriers.isEmpty()
          || (rules.capabilities().quietCoversOthers()
              && agent.actor.pe() == operation.actor.pe())) {
        covered.add(0, agent.clock.memory(), agent.thread);
      }
    }
    Clock known = operation.clock.memory();
    for (Past past : pasts) {
      if (past.by().isBefore(known) && covered.lacks(past)) {
        return true;
      }
    }
    return false;
  }

  private List<Past> needed() {
    return pasts.stream().filter(this::is).toList();
  }

  /** A hash of this part. */
  long fingerprint(AgentNames agentNames) {
    ActorNames names = new ActorNames(agentNames);
    List<Past> needed = needed();
    List<OperationClock> kept = new ArrayList<>();
    Map<Integer, Integer> ranks = new HashMap<>(); // of their numbers, as they were issued
    operations.forEach((number, clock) -> {
      if (is(number)) {
        ranks.put(number, kept.size());
        kept.add(clock);
      }
    });
    MultisetHash all = new MultisetHash();
    for (OperationClock operation : kept) {
      long actor = names.of(operation.actor);
      long issuer = operation.proxiesFenced ? mix(actor, 1) : actor;
      all.add(
          mix(issuer, members(names, operation.issuedBefore), members(names, operation.fencedFor)));
      for (Carrier carrier : operation.carriers) {
        all.add(mix(issuer, carrier.fingerprint()));
      }
    }
    boolean[] open = {!needed.isEmpty()};
    messages.forEachOpen((_, _) -> open[0] = true);
    Knowers knowers = open[0] ? knowers(names, needed, kept) : new Knowers();
    messages.forEachOpen((word, order) -> {
      for (int i = 0; i < order.size(); i++) {
        Messages.Message message = order.get(i);
        long kind = mix(message.value(), message.update ? 1 : 0);
        all.add(mix(names.of(word, order.size() - i), kind, i == 0 ? 0 : knowers.knowing(message)));
      }
    });
    for (Past past : needed) {
      long name = names.of(past);
      for (int number : past.earlierStores()) {
        Integer rank = ranks.get(number);
        if (rank != null) {
          all.add(mix(name, rank));
        }
      }
      all.add(mix(name, Role.AGENT.ordinal(), knowers.knowing(past)));
    }
    return all.hash();
  }

  /**
   * Distinguishes blocks by what their threads accessed, and what happens-before their next steps.
   */
  void describe(AgentNames agentNames, BlockParts parts) {
    ActorNames names = new ActorNames(agentNames);
    Map<ThreadBlock, Knowers> knowers = new LinkedHashMap<>();
    for (AgentClock agent : agents.values()) {
      if (agent.actor.kind() == Agent.Kind.DEVICE_THREAD) {
        knower(
            knowers.computeIfAbsent(agent.actor.threadBlock(), _ -> new Knowers()),
            agent.actor.thread(),
            agent);
      }
    }
    messages.forEachOpen((word, order) -> {
      for (int i = 1; i < order.size(); i++) {
        Messages.Message message = order.get(i);
        long name = mix(names.of(word, order.size() - i), message.value());
        knowers.forEach((block, threads) ->
            parts.add(
                block.pe(), block.grid(), block.block(), mix(name, threads.knowing(message))));
      }
    });
    for (Past past : needed()) {
      long name = names.of(past);
      knowers.forEach((block, threads) ->
          parts.add(block.pe(), block.grid(), block.block(), mix(name, threads.knowing(past))));
      ThreadBlock by = past.by().move().actor().threadBlock();
      parts.add(by.pe(), by.grid(), by.block(), name);
    }
  }

  /** The role in which steps happen-before an agent or operation. */
  private enum Role {
    AGENT,
    GROUPS,
    FENCE,
    LOOK,
    ARRIVAL,
    ACCESS,
    RELEASE,
    ISSUE,
    OPERATION,
    UPDATE,
    SOURCE,
    RETIRED,
    LEFT,
    MESSAGE,
    SEQUENTIAL
  }

  private static void knower(Knowers knowers, long name, AgentClock agent) {
    knowers.add(mix(Role.AGENT.ordinal(), name), agent.clock.memory(), agent.thread);
    add(knowers, Role.GROUPS, name, agent.groups.memory());
    for (ThreadScope reach : ThreadScope.values()) {
      long within = mix(name, reach.ordinal());
      add(knowers, Role.FENCE, within, agent.released.at(reach));
      add(knowers, Role.LOOK, within, agent.observed.at(reach));
    }
  }

  private Knowers knowers(ActorNames names, List<Past> needed, List<OperationClock> kept) {
    Knowers knowers = new Knowers();
    for (AgentClock agent : agents.values()) {
      knower(knowers, names.of(agent.actor), agent);
    }
    suspended.forEach(agent -> knower(knowers, mix(names.of(agent.actor), 1), agent));
    for (AgentClock agent : departing) {
      add(knowers, Role.ARRIVAL, names.of(agent.actor), agent.arrival.memory());
    }
    for (Past past : needed) { // an acquire that observes it takes over its clock
      long name = names.of(past);
      add(knowers, Role.ACCESS, name, past.by().memory());
      for (ThreadScope reach : ThreadScope.values()) {
        add(knowers, Role.RELEASE, mix(name, reach.ordinal()), past.released().at(reach));
      }
    }
    messages.forEachOpen((word, order) -> {
      for (int i = 0; i < order.size(); i++) {
        long message = names.of(word, order.size() - i);
        for (Messages.Release release : order.get(i).releases) {
          long name = mix(message, names.of(release.writer()));
          for (ThreadScope reach : ThreadScope.values()) {
            add(knowers, Role.MESSAGE, mix(name, reach.ordinal()), release.released().at(reach));
          }
        }
      }
    });
    fences.forEach((place, known) -> {
      long name = mix(names.of(place.block()), place.reach().ordinal());
      add(knowers, Role.SEQUENTIAL, name, known);
    });
    Map<Long, Integer> ranks = new HashMap<>();
    for (OperationClock operation : kept) {
      long issuer = names.of(operation.actor);
      long name = mix(issuer, ranks.merge(issuer, 1, Integer::sum));
      add(knowers, Role.ISSUE, name, operation.opened.memory());
      add(knowers, Role.OPERATION, name, operation.clock.memory());
      add(knowers, Role.UPDATE, name, operation.updated.memory());
      add(knowers, Role.SOURCE, name, operation.local.memory());
    }
    retired.forEach((place, known) -> add(knowers, Role.RETIRED, names.of(place), known.memory()));
    left.forEach((place, known) ->
        add(knowers, Role.LEFT, place.fingerprint(names.names()), known.memory()));
    return knowers;
  }

  private static void add(Knowers knowers, Role role, long name, Clock clock) {
    knowers.add(mix(role.ordinal(), name), clock);
  }

  private long members(ActorNames names, BitSet set) {
    MultisetHash all = new MultisetHash();
    agents.forEach((number, agent) -> {
      if (set.get(number)) {
        all.add(mix(Role.AGENT.ordinal(), names.of(agent.actor)));
      }
    });
    return all.hash();
  }
}
