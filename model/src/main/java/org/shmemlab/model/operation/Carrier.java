package org.shmemlab.model.operation;

import static org.shmemlab.model.memory.StructuralHash.mix;

import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ClockName;

/**
 * Names a clock of thread order that contains a direct store to a peer: the releases of an agent,
 * those that it has observed, or those that the value of an atomic's word carries.
 *
 * @param agent the agent of the clock, or the one that wrote the value
 * @param from where that agent is
 * @param pe of a value: the PE of its word; else -1
 * @param address of a value: the address of its word there
 * @param scope the scope of the clock
 */
public record Carrier(
    ClockName clock, int agent, ThreadBlock from, int pe, long address, ThreadScope scope) {
  /** That of an agent. */
  static Carrier of(ClockName clock, int agent, ThreadScope scope) {
    return new Carrier(clock, agent, ThreadBlock.NONE, -1, 0, scope);
  }

  /** Whether it is a clock of an agent, not of a word. */
  public boolean isOf(int agent) {
    return pe < 0 && this.agent == agent;
  }

  /** A hash. */
  public long fingerprint() {
    long holder = mix(clock.ordinal(), agent, scope.ordinal());
    return mix(holder, pe, mix(address, mix(from.pe(), from.grid(), from.block())));
  }
}
