package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableSet;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ClockName;
import org.shmemlab.model.threads.RuleScope;
import org.shmemlab.model.threads.ThreadEvent;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.model.threads.ThreadRule;

/**
 * Follows a direct store to a peer through the clocks of thread order. A release for the system
 * waits until its thread's stores are visible; a narrower one does not, and hands them over to the
 * agents that acquire it, whose own releases for the system wait for them in turn (PTX ISA,
 * "Causality Order", which is transitive across scopes).
 *
 * @param before the agents whose next steps its issue happens-before; never written to
 * @param carriers the other clocks that contain it
 */
public record StoreCausality(BitSet before, ImmutableSet<Carrier> carriers) {

  /** An agent passes a fence or a barrier. */
  public StoreCausality fenced(int agent, ThreadEvent event, ThreadScope reach) {
    Flow flow = new Flow(agent);
    for (ThreadRule rule : event.rules()) {
      for (ThreadScope scope : ThreadScope.values()) {
        if (flow.reaches(rule, scope, reach) && flow.holds(rule.from(), scope)) {
          flow.into(rule.to(), scope);
        }
      }
    }
    return flow.result();
  }

  /**
   * An agent makes an atomic access.
   *
   * @param pe the PE of its word
   * @param address the word's place there
   */
  public StoreCausality accessed(
      int agent, AtomicScope access, int pe, long address, AtomicEffect effect, ThreadOrder order) {
    Flow flow = new Flow(agent);
    if (effect.reads()) {
      flow.read(order.at("read"), access, pe, address);
      if (access.order().acquires()) {
        flow.read(order.at("read.acquire"), access, pe, address);
      }
    }
    if (effect.writes()) {
      if (!effect.reads()) {
        flow.overwrite(order.at("write"), pe, address);
      }
      flow.write(order.at("write"), access, pe, address);
      if (access.order().releases()) {
        flow.write(order.at("write.release"), access, pe, address);
      }
    }
    return flow.result();
  }

  /** An agent has ended: its number may be given to another. */
  public StoreCausality without(int agent) {
    BitSet others = (BitSet) before.clone();
    others.clear(agent);
    return new StoreCausality(
        others,
        carriers.stream()
            .filter(carrier -> !carrier.isOf(agent))
            .collect(ImmutableSet.toImmutableSet()));
  }

  /** The changes of one event of an agent. */
  private final class Flow {
    private final int agent;
    private @Nullable Set<Carrier>
        changed; // the carriers, once they are others: mostly they are not
    private boolean acquired;

    Flow(int agent) {
      this.agent = agent;
    }

    // The store itself is awaited by a release for the system.
    boolean reaches(ThreadRule rule, ThreadScope scope, ThreadScope reach) {
      boolean awaited = rule.from() == ClockName.BEFORE && reach == ThreadScope.SYSTEM;
      return !awaited && (rule.scope() != RuleScope.OWN || scope.compareTo(reach) <= 0);
    }

    boolean holds(ClockName clock, ThreadScope scope) {
      return clock == ClockName.BEFORE
          ? acquired || before.get(agent)
          : held().contains(Carrier.of(clock, agent, scope));
    }

    void into(ClockName clock, ThreadScope scope) {
      switch (clock) {
        case BEFORE -> acquired = true;
        case RELEASED, OBSERVED -> add(Carrier.of(clock, agent, scope));
        case WORD, OTHERS, ASYNC_SHARED, ASYNC_GLOBAL -> {} // no clock of the agent's accesses
      }
    }

    private Set<Carrier> held() {
      return changed == null ? carriers : changed;
    }

    private Set<Carrier> changed() {
      if (changed == null) {
        changed = new LinkedHashSet<>(carriers);
      }
      return changed;
    }

    private void add(Carrier carrier) {
      if (!held().contains(carrier)) {
        changed().add(carrier);
      }
    }

    void read(ThreadEvent event, AtomicScope access, int pe, long address) {
      for (Carrier carrier : carriers) {
        ThreadScope distance = access.from().distance(carrier.from());
        if (carrier.pe() == pe && carrier.address() == address && carrier.scope() == distance) {
          for (ThreadRule rule : event.rules()) {
            if (reaches(rule, distance, access.reach())) {
              into(rule.to(), distance);
            }
          }
        }
      }
    }

    void overwrite(ThreadEvent event, int pe, long address) {
      boolean continues = event.rules().stream().anyMatch(rule -> rule.from() == ClockName.WORD);
      changed()
          .removeIf(carrier ->
              carrier.pe() == pe
                  && carrier.address() == address
                  && !(continues && carrier.agent() == agent));
    }

    void write(ThreadEvent event, AtomicScope access, int pe, long address) {
      for (ThreadRule rule : event.rules()) {
        for (ThreadScope scope : ThreadScope.values()) {
          if (reaches(rule, scope, access.reach()) && holds(rule.from(), scope)) {
            add(new Carrier(ClockName.WORD, agent, access.from(), pe, address, scope));
          }
        }
      }
    }

    StoreCausality result() {
      BitSet now = before;
      if (acquired && !before.get(agent)) {
        now = (BitSet) before.clone();
        now.set(agent);
      }
      return now.equals(before) && held().equals(carriers)
          ? StoreCausality.this
          : new StoreCausality(now, ImmutableSet.copyOf(held()));
    }
  }
}
