package org.shmemlab.model.explore.clock;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.ThreadBlock;

/**
 * Names an agent or operation that takes steps, by a name that is the same in every order of an
 * execution and unique in each: an agent by its creator and its index among that creator's agents,
 * an operation by its issuer and its index among that issuer's operations. The other numbers are
 * those of the machine, which may depend on the order; two actors with equal names are equal.
 *
 * @param name of the agent ({@link Agent#name})
 * @param grid launch number on the PE, or -1
 * @param thread rank in its block, the stream's handle, or the host thread's number
 * @param operation number among the operations of that agent, or -1 for the agent itself
 */
public record Actor(
    long name, int pe, Agent.Kind kind, int grid, int block, int thread, int operation) {
  public static Actor of(Agent agent) {
    return new Actor(
        agent.name(), agent.pe(), agent.kind(), agent.grid(), agent.block(), agent.thread(), -1);
  }

  ThreadBlock threadBlock() {
    return new ThreadBlock(pe, grid, block);
  }

  Actor issuing(int number) {
    return new Actor(name, pe, kind, grid, block, thread, number);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Actor actor && name == actor.name && operation == actor.operation;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(name) + operation;
  }
}
