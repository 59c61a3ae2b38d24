package org.shmemlab.model.explore;

import static org.shmemlab.model.memory.Mixing.mix;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.explore.History.Past;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.Unordered;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.MeetingPlace;

/**
 * What of an order still matters in a state: the accesses that somebody does not come after, and
 * who does. Two ways to the same memory differ by no more than this; the numbers in clocks, which
 * tell one way, are left out.
 *
 * <p>An access that every agent, every task and every open operation comes after can be in no
 * conflict any more, and whatever it handed on is known to all of them.
 */
final class Remembered {
  private final Machine machine;
  private final Specification rules;
  private final List<AgentClock> agents = new ArrayList<>();
  private final Map<Integer, AgentClock> byNumber = new HashMap<>();
  private final List<AgentClock> departing = new ArrayList<>();
  private final Map<Integer, OperationClock> operations;
  private final Map<Order.Retired, Known> retired;
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
              || (rules.capabilities().quietCoversOthers()
                  && agent.getValue().actor.pe() == operation.actor.pe());
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
    List<Past> needed = pasts.stream().filter(this::is).toList();
    List<OperationClock> kept = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    operations.forEach((number, clock) -> {
      if (is(number)) {
        kept.add(clock);
        numbers.add(number);
      }
    });
    Unordered all = new Unordered();
    for (OperationClock operation : kept) {
      all.add(mix(name(operation.actor), members(operation.knownBy), members(operation.fencedFor)));
    }
    for (Past past : needed) {
      for (int number : past.behind()) {
        if (numbers.contains(number)) {
          all.add(mix(name(past), numbers.indexOf(number))); // as they were issued
        }
      }
      all.add(mix(name(past), Knower.AGENT.ordinal(), knownBy(past.by(), needed, kept)));
    }
    return all.hash();
  }

  /** Of what kind somebody or something is that comes after a step. */
  private enum Knower {
    AGENT,
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

  private long knownBy(Happening step, List<Past> needed, List<OperationClock> kept) {
    Unordered all = new Unordered();
    for (AgentClock agent : agents) {
      long name = name(agent.actor);
      add(all, agent.knows(step), Knower.AGENT, name);
      for (Reach reach : Reach.values()) {
        long within = mix(name, reach.ordinal());
        add(all, agent.released.has(step, reach), Knower.FENCE, within);
        add(all, agent.seen.has(step, reach), Knower.LOOK, within);
      }
    }
    for (AgentClock agent : departing) {
      add(all, step.isBefore(agent.arrival.memory()), Knower.ARRIVAL, name(agent.actor));
    }
    for (Past past : needed) { // whoever sees what it left learns what it knew
      add(all, step.isBefore(past.by().memory()), Knower.ACCESS, name(past));
      for (Reach reach : Reach.values()) {
        long within = mix(name(past), reach.ordinal());
        add(all, past.released().has(step, reach), Knower.RELEASE, within);
      }
    }
    Map<Long, Integer> ranks = new HashMap<>();
    for (OperationClock operation : kept) {
      long issuer = name(operation.actor);
      long name = mix(issuer, ranks.merge(issuer, 1, Integer::sum));
      add(all, step.isBefore(operation.opened.memory()), Knower.ISSUE, name);
      add(all, step.isBefore(operation.clock.memory()), Knower.OPERATION, name);
      add(all, step.isBefore(operation.updated.memory()), Knower.UPDATE, name);
      add(all, step.isBefore(operation.local.memory()), Knower.SOURCE, name);
    }
    retired.forEach(
        (place, known) -> add(all, step.isBefore(known.memory()), Knower.RETIRED, name(place)));
    left.forEach(
        (place, known) -> add(all, step.isBefore(known.memory()), Knower.LEFT, place.hashCode()));
    return all.hash();
  }

  private static long name(Order.Retired place) {
    return mix(place.pe(), mix(place.context(), place.target()));
  }

  private static void add(Unordered all, boolean knows, Knower kind, long name) {
    if (knows) {
      all.add(mix(kind.ordinal(), name));
    }
  }

  private long members(BitSet set) {
    Unordered all = new Unordered();
    byNumber.forEach((number, agent) -> add(all, set.get(number), Knower.AGENT, name(agent.actor)));
    return all.hash();
  }

  // The how many-th operation of its issuer it is says how often a loop went round.
  private static long name(Actor actor) {
    long name = mix(actor.pe(), actor.kind().ordinal(), actor.grid());
    return mix(name, actor.block(), actor.thread(), actor.operation() < 0 ? 0 : 1);
  }

  private static long name(Past past) {
    Access access = past.access();
    Access.Place place = access.place();
    long object = mix(place.space().ordinal(), place.pe(), place.group(), place.index());
    long bytes = mix(access.from(), access.to(), access.use().ordinal());
    return mix(name(past.by().move().actor()), object, bytes);
  }
}
