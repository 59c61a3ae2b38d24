package org.shmemlab.model.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.explore.History.Past;
import org.shmemlab.model.machine.Access;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.MeetingPlace;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.spec.Specification;

/**
 * What of an order still matters in a state: the accesses that somebody does not come after, and
 * who does. Two ways to the same memory differ by no more than this; the numbers in clocks, which
 * tell one way, are left out.
 *
 * <p>An access that every agent, every task and every open operation comes after can be in no
 * conflict any more, and whatever it handed on is known to all of them.
 */
final class Remembered {
  // Odd numbers that keep the kinds of knowledge apart.
  private static final long AGENT = 0x9E3779B97F4A7C15L;
  private static final long ARRIVAL = 0xD1B54A32D192ED03L;
  private static final long RELEASED = 0xABC98388FB8FAC03L;
  private static final long SEEN = 0x8CB92BA72F3D8DD7L;
  private static final long OPENED = 0xAEF17502108EF2D9L;
  private static final long CLOCK = 0xF1357AEA2E62A9C5L;
  private static final long UPDATED = 0xC2B2AE3D27D4EB4FL;
  private static final long LOCAL = 0x94D049BB133111EBL;
  private static final long LEFT = 0xC6A4A7935BD1E995L;
  private static final long RETIRED = 0xE7037ED1A0B428DBL;

  private final Machine machine;
  private final Specification rules;
  private final List<AgentClock> agents = new ArrayList<>();
  private final Map<Integer, AgentClock> byNumber = new HashMap<>();
  private final List<AgentClock> departing = new ArrayList<>();
  private final Map<Integer, OperationClock> operations;
  private final Map<Long, Known> retired;
  private final Map<MeetingPlace, Known> left;
  private final List<Past> pasts = new ArrayList<>();

  Remembered(Machine machine, Specification rules, Order order) {
    this.machine = machine;
    this.rules = rules;
    this.operations = order.operations();
    this.retired = order.retired();
    this.left = order.left();
    for (int number = 0; number < machine.agentLimit(); number++) {
      if (machine.agent(number) != null) {
        AgentClock clock = order.clock(number);
        agents.add(clock);
        byNumber.put(number, clock);
        if (machine.stands(number) && machine.next(number) instanceof Instruction.Depart) {
          departing.add(clock);
        }
      }
    }
    order.history().forEach(pasts::add);
  }

  /** Whether somebody does not come after an access. */
  boolean is(Past past) {
    Happening step = past.by();
    return agents.stream().anyMatch(agent -> !agent.knows(step))
        || departing.stream().anyMatch(agent -> !step.isBefore(agent.arrival.memory()))
        || operations.entrySet().stream()
            .anyMatch(entry ->
                machine.inFlight().find(entry.getKey()) != null
                    && !step.isBefore(entry.getValue().opened.memory()));
  }

  /** Whether an operation is in flight, or somebody may learn from it what it did. */
  boolean is(int number) {
    OperationClock operation = operations.get(number);
    if (operation == null) {
      return false;
    }
    if (machine.inFlight().find(number) != null) {
      return true;
    }
    for (OperationClock later : operations.values()) {
      if (later.after.contains(operation)) {
        return true;
      }
    }
    for (Map.Entry<Integer, AgentClock> agent : byNumber.entrySet()) {
      boolean covered =
          operation.knownBy.get(agent.getKey())
              || (rules.quietCoversOthers() && agent.getValue().actor.pe() == operation.actor.pe());
      if (covered && knowsMore(operation, agent.getValue())) {
        return true;
      }
    }
    return false;
  }

  private boolean knowsMore(OperationClock operation, AgentClock agent) {
    return pasts.stream()
        .map(Past::by)
        .anyMatch(step -> step.isBefore(operation.clock.memory()) && !agent.knows(step));
  }

  /** A number that differs where what matters differs, most likely. */
  long fingerprint() {
    long sum = 0;
    List<Past> needed = pasts.stream().filter(this::is).toList();
    List<OperationClock> kept = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    operations.forEach((number, clock) -> {
      if (is(number)) {
        kept.add(clock);
        numbers.add(number);
      }
    });
    for (OperationClock operation : kept) {
      sum += mix(name(operation.actor) + members(operation.knownBy));
      sum += mix(name(operation.actor) + members(operation.fencedFor) * OPENED);
    }
    for (Past past : needed) {
      for (int number : past.behind()) {
        int rank = numbers.indexOf(number); // as they were issued
        sum += rank < 0 ? 0 : mix(name(past) + (rank + 1) * LOCAL);
      }
      sum += mix(name(past) + knownBy(past.by(), needed, kept));
    }
    return sum;
  }

  private long knownBy(Happening step, List<Past> needed, List<OperationClock> kept) {
    long sum = 0;
    for (AgentClock agent : agents) {
      long name = name(agent.actor);
      sum += agent.knows(step) ? mix(name + AGENT) : 0;
      for (Reach reach : Reach.values()) {
        sum += agent.released.has(step, reach) ? mix(name + RELEASED + reach.ordinal()) : 0;
        sum += agent.seen.has(step, reach) ? mix(name + SEEN + reach.ordinal()) : 0;
      }
    }
    for (AgentClock agent : departing) {
      sum += step.isBefore(agent.arrival.memory()) ? mix(name(agent.actor) + ARRIVAL) : 0;
    }
    for (Past past : needed) { // whoever sees what it left learns what it knew
      sum += step.isBefore(past.by().memory()) ? mix(name(past)) : 0;
      for (Reach reach : Reach.values()) {
        sum += past.released().has(step, reach) ? mix(name(past) + RELEASED + reach.ordinal()) : 0;
      }
    }
    Map<Long, Integer> ranks = new HashMap<>();
    for (OperationClock operation : kept) {
      long issuer = name(operation.actor);
      long name = issuer + AGENT * ranks.merge(issuer, 1, Integer::sum);
      sum += step.isBefore(operation.opened.memory()) ? mix(name + OPENED) : 0;
      sum += step.isBefore(operation.clock.memory()) ? mix(name + CLOCK) : 0;
      sum += step.isBefore(operation.updated.memory()) ? mix(name + UPDATED) : 0;
      sum += step.isBefore(operation.local.memory()) ? mix(name + LOCAL) : 0;
    }
    for (Map.Entry<Long, Known> place : retired.entrySet()) {
      sum += step.isBefore(place.getValue().memory()) ? mix(place.getKey() + RETIRED) : 0;
    }
    for (Map.Entry<MeetingPlace, Known> place : left.entrySet()) {
      boolean before = step.isBefore(place.getValue().memory());
      sum += before ? mix(place.getKey().hashCode() + LEFT) : 0;
    }
    return sum;
  }

  private long members(BitSet set) {
    long sum = 0;
    for (Map.Entry<Integer, AgentClock> agent : byNumber.entrySet()) {
      sum += set.get(agent.getKey()) ? mix(name(agent.getValue().actor)) : 0;
    }
    return sum;
  }

  // The how many-th operation of its issuer it is says how often a loop went round.
  private static long name(Actor actor) {
    long name = actor.pe();
    name = 31 * name + actor.kind().ordinal();
    name = 31 * name + actor.grid();
    name = 31 * name + actor.block();
    name = 31 * name + actor.thread();
    return mix(31 * name + (actor.operation() < 0 ? 0 : 1));
  }

  private static long name(Past past) {
    Access access = past.access();
    Access.Place place = access.place();
    long name = name(past.by().move().actor());
    name = 31 * name + place.space().ordinal();
    name = 31 * name + place.pe();
    name = 31 * name + place.group();
    name = 31 * name + place.index();
    name = 31 * name + access.from();
    name = 31 * name + access.to();
    return mix(31 * name + access.use().ordinal());
  }

  private static long mix(long z) {
    return MemoryObject.mix(z);
  }
}
