package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.StoreCausality;
import org.shmemlab.model.order.AwaitedPart;
import org.shmemlab.model.spec.Specification;

/**
 * Tracks the operations of one execution with which an agent may still synchronize: the clock of
 * each, the fences and quiets that cover it, and the clocks that agents take over by waiting for
 * it. It receives the events of {@link org.shmemlab.model.step.HappensBeforeListener}.
 */
final class OperationClocks {
  private final Specification rules;
  private final Map<Integer, OperationClock> clocks = new LinkedHashMap<>(); // as issued
  private final Map<Retired, CausalPast> retired = new HashMap<>();
  private int stores; // to peers, among them
  private final Map<StoreReader, ImmutableSet<Integer>> storesBefore = new HashMap<>(); // computed
  private final Map<Actor, Integer> counts = new HashMap<>(); // of operations, by issuer

  /**
   * Where operations were issued whose places in clocks are free again.
   *
   * @param target the PE whose memory they were on
   */
  record Retired(int pe, int context, int target) {
    boolean awaitedBy(Caller caller) {
      return pe == caller.pe()
          && context == caller.context()
          && (caller.target() == Caller.ALL || caller.target() == target);
    }
  }

  /** An access of an agent, as far as it matters for the stores that happen-before it. */
  private record StoreReader(int agent, boolean inBulk) {}

  /** Before the first operation. */
  OperationClocks(Specification rules) {
    this.rules = rules;
  }

  /**
   * A copy.
   *
   * @param needed the operations with which an agent may still synchronize, by number
   */
  OperationClocks(OperationClocks other, IntPredicate needed) {
    this.rules = other.rules;
    Map<OperationClock, OperationClock> copies = new HashMap<>();
    other.clocks.forEach((number, clock) -> {
      if (needed.test(number)) {
        clocks.put(number, copies.computeIfAbsent(clock, OperationClock::copy));
        stores += isStore(clock) ? 1 : 0;
      }
    });
    for (OperationClock clock : clocks.values()) { // those that are over change no more
      clock.after.replaceAll(earlier -> copies.getOrDefault(earlier, earlier));
      clock.afterSource.replaceAll(earlier -> copies.getOrDefault(earlier, earlier));
    }
    retired.putAll(other.retired);
    counts.putAll(other.counts);
  }

  /** All of them, by number, as they were issued. */
  Map<Integer, OperationClock> all() {
    return clocks;
  }

  /** The clocks of quiets that need no place in clocks any more. */
  Map<Retired, CausalPast> retired() {
    return retired;
  }

  /**
   * The clock of an operation.
   *
   * @throws IllegalStateException if it was never issued, or no agent can synchronize with it
   */
  OperationClock of(int number) {
    OperationClock operation = clocks.get(number);
    if (operation == null) {
      throw new IllegalStateException("operation " + number + " was never issued");
    }
    return operation;
  }

  void issued(Pending pending, AgentClock agent, AgentClock.Slot slot) {
    Operation operation = pending.operation();
    int by = operation.origin().agent();
    int count = counts.merge(agent.actor, 1, Integer::sum) - 1;
    OperationClock added =
        new OperationClock(agent.actor.issuing(count), slot, operation, agent.publish());
    if (operation instanceof Operation.PeerStore store) {
      added.earlierStores = storesBefore(by, store.bulk());
    }
    added.issuedBefore.set(by);
    for (OperationClock earlier : clocks.values()) {
      if (rules.updatesInOrder(
          earlier.operation, operation, earlier.issuedBefore.get(by), earlier.fencedFor.get(by))) {
        added.after.add(earlier);
      }
      if (earlier.issuedBefore.get(by) && rules.sourceInOrder(earlier.operation, operation)) {
        added.afterSource.add(earlier);
      }
    }
    clocks.put(pending.number(), added);
    if (isStore(added)) {
      stores++;
      storesChanged(by);
    }
  }

  /**
   * The stores to peers that happen-before an access of an agent, by number.
   *
   * @param inBulk whether it is a bulk copy, for which a fence between proxies has to follow them
   */
  ImmutableSet<Integer> storesBefore(int agent, boolean inBulk) {
    if (stores == 0) {
      return ImmutableSet.of();
    }
    return storesBefore.computeIfAbsent(
        new StoreReader(agent, inBulk),
        _ ->
            clocks.entrySet().stream()
                .filter(entry -> entry.getValue().isStoreBefore(agent, inBulk))
                .map(Map.Entry::getKey)
                .collect(ImmutableSet.toImmutableSet()));
  }

  private void storesChanged(int agent) {
    storesBefore.remove(new StoreReader(agent, false));
    storesBefore.remove(new StoreReader(agent, true));
  }

  /** The value of an operation landed in a register of its agent. */
  void landed(Pending pending, AgentClock agent) {
    OperationClock operation = of(pending.number());
    agent.join(operation.clock);
    if (pending.kinds().getLast() == Event.Kind.LANDED) {
      retire(pending.number(), operation, agent);
    }
  }

  /**
   * The call that issued an operation returned to its agent after a wait.
   *
   * @param over whether nothing of it is left to happen
   */
  void returned(int number, AgentClock agent, boolean over) {
    OperationClock done = clocks.get(number);
    if (done == null) {
      return; // it happens-before the agent's next step since its value landed
    }
    agent.join(done.local);
    if (over && agent.clock.memory().covers(done.thread, done.time)) {
      retire(number, done, agent);
    }
  }

  // Every step that the agent's next one happens-before follows this operation, too; so its place
  // in clocks is free for another of the agent's operations. An agent that polls needs one place
  // for ever.
  private void retire(int number, OperationClock operation, AgentClock agent) {
    retired.merge(
        new Retired(
            operation.operation.origin().pe(),
            operation.operation.origin().context(),
            operation.operation.pe()),
        operation.clock,
        CausalPast::join);
    clocks.remove(number);
    if (isStore(operation)) {
      stores--;
      storesBefore.clear();
    }
    agent.free.push(new AgentClock.Slot(operation.thread, operation.time));
  }

  /**
   * Frees the places in clocks of operations that a call has waited for, where every agent whose
   * own calls could wait for them has taken their clocks over.
   */
  void retire(OrderingCall call, Caller caller, AgentClocks agents) {
    for (Map.Entry<Integer, OperationClock> entry : ImmutableList.copyOf(clocks.entrySet())) {
      OperationClock operation = entry.getValue();
      if (operation.carriers.isEmpty()
          && rules.awaits(call, caller, operation.operation, operation.issuedBefore)
              == AwaitedPart.ALL
          && operation.issuedBefore.stream()
              .mapToObj(agents::of)
              .allMatch(agent -> agent.clock.memory().covers(operation.thread, operation.time))) {
        retire(entry.getKey(), operation, agents.of(caller.agent()));
      }
    }
  }

  private static boolean isStore(OperationClock operation) {
    return operation.operation instanceof Operation.PeerStore;
  }

  void fenced(Caller caller) {
    for (OperationClock operation : clocks.values()) {
      if (operation.issuedBefore.get(caller.agent())
          && caller.fences(operation.operation, rules.issueTraits(operation.operation))) {
        operation.fencedFor.set(caller.agent());
      }
    }
  }

  /** An event of an agent in thread order: stores to peers flow from clock to clock. */
  void flow(int agent, UnaryOperator<StoreCausality> event) {
    if (stores == 0) {
      return;
    }
    StoreCausality before = new StoreCausality(new BitSet(), ImmutableSet.of());
    StoreCausality after = before;
    for (OperationClock store : clocks.values()) {
      if (isStore(store) && (store.issuedBefore.get(agent) || !store.carriers.isEmpty())) {
        // Those of one thread go the same ways.
        if (!before.carriers().equals(store.carriers)
            || !before.before().equals(store.issuedBefore)) {
          before = new StoreCausality((BitSet) store.issuedBefore.clone(), store.carriers);
          after = event.apply(before);
        }
        store.issuedBefore.or(after.before());
        store.carriers = after.carriers();
      }
    }
    storesChanged(agent);
  }

  /** A proxy fence, for the thread's stores to peers, too. */
  void proxiesFenced(int agent) {
    for (OperationClock operation : clocks.values()) {
      if (isStore(operation) && operation.issuedBefore.get(agent)) {
        operation.proxiesFenced = true;
      }
    }
    storesBefore.clear();
  }

  void passed(OrderingCall call, Caller caller, AgentClock agent) {
    if (call == OrderingCall.QUIET && rules.capabilities().quietCoversOthers()) {
      retired.forEach((place, known) -> {
        if (place.awaitedBy(caller)) {
          agent.join(known);
        }
      });
    }
    agent.join(awaited(call, caller));
  }

  /** The joined clocks of the operations, or of their sources, that a call waits for. */
  CausalPast awaited(OrderingCall call, Caller caller) {
    CausalPast all = CausalPast.NOTHING;
    for (OperationClock operation : clocks.values()) {
      switch (rules.awaits(call, caller, operation.operation, operation.issuedBefore)) {
        case NOTHING -> {}
        case SOURCE -> all = all.join(operation.local);
        case ALL -> all = all.join(operation.publish());
      }
    }
    return all;
  }

  /**
   * The later agent's fences and quiets cover the operations that those of the earlier one cover.
   */
  void ordered(int before, int after) {
    for (OperationClock operation : clocks.values()) {
      if (operation.issuedBefore.get(before)) {
        operation.issuedBefore.set(after);
      }
      if (operation.fencedFor.get(before)) {
        operation.fencedFor.set(after);
      }
    }
    storesChanged(after);
  }

  /**
   * The fences and quiets of each of these agents cover the operations that those of any of them
   * cover.
   */
  void ordered(BitSet agents) {
    for (OperationClock operation : clocks.values()) {
      if (operation.issuedBefore.intersects(agents)) {
        operation.issuedBefore.or(agents);
      }
      if (operation.fencedFor.intersects(agents)) {
        operation.fencedFor.or(agents);
      }
    }
    storesBefore.clear();
  }

  void ended(int agent) {
    for (OperationClock operation : clocks.values()) {
      if (operation.carriers.stream().anyMatch(carrier -> carrier.isOf(agent))) {
        operation.carriers =
            new StoreCausality(operation.issuedBefore, operation.carriers)
                .without(agent)
                .carriers();
      }
      operation.issuedBefore.clear(agent);
      operation.fencedFor.clear(agent);
    }
    storesChanged(agent);
  }
}
