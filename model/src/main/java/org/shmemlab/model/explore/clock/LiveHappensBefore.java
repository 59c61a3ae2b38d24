package org.shmemlab.model.explore.clock;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.AccessHistory.Past;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.model.operation.Carrier;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
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
  private final Machine machine;
  private final Specification rules;
  private final Map<Integer, AgentClock> agents = new LinkedHashMap<>(); // by number
  private final List<AgentClock> suspended = new ArrayList<>();
  private final List<AgentClock> departing = new ArrayList<>();
  private final List<Clock> bystanders =
      new ArrayList<>(); // clocks of agents with whose steps an access may be in conflict
  private final List<Clock> copying = new ArrayList<>(); // of agents that may issue bulk copies
  private final Map<Integer, OperationClock> operations; // by number, as issued
  private final Map<OperationClocks.Retired, CausalPast> retired;
  private final Map<MeetingPlace, CausalPast> left;
  private final List<Past> pasts = new ArrayList<>();

  LiveHappensBefore(
      Machine machine,
      Specification rules,
      AgentClocks clocks,
      OperationClocks issued,
      AccessHistory history) {
    this.machine = machine;
    this.rules = rules;
    this.operations = issued.all();
    this.retired = issued.retired();
    this.left = clocks.left();
    for (int number = 0; number < machine.agentLimit(); number++) {
      if (machine.agent(number) != null) {
        AgentClock agent = clocks.of(number);
        agents.put(number, agent);
        bystanders.add(agent.memory());
        boolean mayCopy = machine.copiesInBulk() && agent.actor.kind() == Agent.Kind.DEVICE_THREAD;
        if (mayCopy) {
          copying.add(agent.memory());
        }
        AgentClock suspended = clocks.suspended(number);
        if (suspended != null) {
          this.suspended.add(suspended);
          bystanders.add(suspended.memory());
          if (mayCopy) {
            copying.add(suspended.memory());
          }
        }
        if (machine.stands(number) && machine.next(number) instanceof Instruction.Depart) {
          departing.add(agent);
          bystanders.add(agent.arrival.memory());
        }
      }
    }
    operations.forEach((number, operation) -> {
      if (machine.inFlight().find(number) != null) {
        bystanders.add(operation.opened.memory());
      }
    });
    history.forEach(pasts::add);
  }

  /** Whether an agent or operation is not ordered after an access. */
  boolean is(Past past) {
    for (Clock bystander : bystanders) {
      if (!past.by().isBefore(bystander)) {
        return true;
      }
    }
    return past.isWriteOfThread()
        && copying.stream().anyMatch(clock -> !past.isBeforeProxyFence(clock));
  }

  /** Whether an operation is in flight, or an agent may still synchronize with it. */
  boolean is(int number) {
    OperationClock operation = operations.get(number);
    if (operation == null) {
      return false;
    }
    if (machine.inFlight().find(number) != null) {
      return true;
    }
    for (OperationClock later : operations.values()) {
      if (later.after.contains(operation) || later.afterSource.contains(operation)) {
        return true;
      }
    }
    for (Map.Entry<Integer, AgentClock> agent : agents.entrySet()) {
      boolean covered =
          operation.issuedBefore.get(agent.getKey())
              || !operation.carriers.isEmpty()
              || (rules.capabilities().quietCoversOthers()
                  && agent.getValue().actor.pe() == operation.actor.pe());
      if (covered && addsTo(operation, agent.getValue().memory())) {
        return true;
      }
    }
    return false;
  }

  private boolean addsTo(OperationClock operation, Clock agent) {
    Clock known = operation.clock.memory();
    return pasts.stream()
        .map(Past::by)
        .anyMatch(step -> step.isBefore(known) && !step.isBefore(agent));
  }

  /** A hash of this part. */
  long fingerprint() {
    List<Past> needed = pasts.stream().filter(this::is).toList();
    List<OperationClock> kept = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    operations.forEach((number, clock) -> {
      if (is(number)) {
        kept.add(clock);
        numbers.add(number);
      }
    });
    MultisetHash all = new MultisetHash();
    for (OperationClock operation : kept) {
      long issuer = operation.proxiesFenced ? mix(name(operation.actor), 1) : name(operation.actor);
      all.add(mix(issuer, members(operation.issuedBefore), members(operation.fencedFor)));
      for (Carrier carrier : operation.carriers) {
        all.add(mix(issuer, carrier.fingerprint()));
      }
    }
    List<Knower> knowers = needed.isEmpty() ? List.of() : knowers(needed, kept);
    for (Past past : needed) {
      long name = name(past);
      for (int number : past.earlierStores()) {
        if (numbers.contains(number)) {
          all.add(mix(name, numbers.indexOf(number))); // as they were issued
        }
      }
      MultisetHash issuedBefore = new MultisetHash();
      for (Knower knower : knowers) {
        if (past.by().isBefore(knower.clock())) {
          issuedBefore.add(
              past.isBeforeProxyFence(knower.clock()) ? mix(knower.name(), 1) : knower.name());
        }
      }
      all.add(mix(name, Role.AGENT.ordinal(), issuedBefore.hash()));
    }
    return all.hash();
  }

  /** An agent or operation that the steps of a clock happen-before. */
  private record Knower(long name, Clock clock) {}

  /** The role in which it does so. */
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
    LEFT
  }

  private void knower(List<Knower> knowers, long name, AgentClock agent) {
    add(knowers, Role.AGENT, name, agent.memory());
    add(knowers, Role.GROUPS, name, agent.groups.memory());
    for (ThreadScope reach : ThreadScope.values()) {
      long within = mix(name, reach.ordinal());
      add(knowers, Role.FENCE, within, agent.released.at(reach));
      add(knowers, Role.LOOK, within, agent.observed.at(reach));
    }
  }

  private List<Knower> knowers(List<Past> needed, List<OperationClock> kept) {
    List<Knower> knowers = new ArrayList<>();
    for (AgentClock agent : agents.values()) {
      knower(knowers, name(agent.actor), agent);
    }
    suspended.forEach(agent -> knower(knowers, mix(name(agent.actor), 1), agent));
    for (AgentClock agent : departing) {
      add(knowers, Role.ARRIVAL, name(agent.actor), agent.arrival.memory());
    }
    for (Past past : needed) { // an acquire that observes it takes over its clock
      long name = name(past);
      add(knowers, Role.ACCESS, name, past.by().memory());
      for (ThreadScope reach : ThreadScope.values()) {
        add(knowers, Role.RELEASE, mix(name, reach.ordinal()), past.released().at(reach));
      }
    }
    Map<Long, Integer> ranks = new HashMap<>();
    for (OperationClock operation : kept) {
      long issuer = name(operation.actor);
      long name = mix(issuer, ranks.merge(issuer, 1, Integer::sum));
      add(knowers, Role.ISSUE, name, operation.opened.memory());
      add(knowers, Role.OPERATION, name, operation.clock.memory());
      add(knowers, Role.UPDATE, name, operation.updated.memory());
      add(knowers, Role.SOURCE, name, operation.local.memory());
    }
    retired.forEach((place, known) -> add(knowers, Role.RETIRED, name(place), known.memory()));
    left.forEach((place, known) -> add(knowers, Role.LEFT, place.fingerprint(), known.memory()));
    return knowers;
  }

  private static void add(List<Knower> knowers, Role role, long name, Clock clock) {
    if (clock != Clock.START) {
      knowers.add(new Knower(mix(role.ordinal(), name), clock));
    }
  }

  private static long name(OperationClocks.Retired place) {
    return mix(place.pe(), mix(place.context(), place.target()));
  }

  private long members(BitSet set) {
    MultisetHash all = new MultisetHash();
    agents.forEach((number, agent) -> {
      if (set.get(number)) {
        all.add(mix(Role.AGENT.ordinal(), name(agent.actor)));
      }
    });
    return all.hash();
  }

  // An operation's index among those of its issuer counts the rounds of a loop, and is left out.
  private static long name(Actor actor) {
    long name = mix(actor.pe(), actor.kind().ordinal(), actor.grid());
    return mix(name, actor.block(), actor.thread(), actor.operation() < 0 ? 0 : 1);
  }

  private static long name(Past past) {
    Access access = past.access();
    Access.Place place = access.place();
    long object = mix(place.space().ordinal(), place.pe(), place.group(), place.index());
    long bytes = mix(access.from(), access.to(), access.use().ordinal());
    long kind = mix(ordinal(access.type()), ordinal(access.operator()), ordinal(access.merging()));
    long exempt = mix(kind, name(access.scope()), access.call());
    return mix(name(past.by().move().actor()), object, bytes, exempt);
  }

  private static long name(@Nullable AtomicScope scope) {
    if (scope == null) {
      return -1;
    }
    ThreadBlock from = scope.from();
    return mix(scope.reach().ordinal(), from.pe(), from.grid(), from.block());
  }

  private static long ordinal(@Nullable Enum<?> constant) {
    return constant == null ? -1 : constant.ordinal();
  }
}
