package org.shmemlab.model.explore;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.step.ThreadBlock;

/**
 * Who takes steps, named so that the name is the same in every order of an execution and nobody
 * else's in any of them: an agent by who made it and as the how many-th, an operation by who issued
 * it and as the how many-th. The other numbers are those of the machine, which may depend on the
 * order, and two actors are the same whatever these are.
 *
 * @param name of the agent ({@link Agent#name})
 * @param grid launch number on the PE, or -1
 * @param thread rank in its block, the stream's handle, or the host thread's number
 * @param operation number among the operations of that agent, or -1 for the agent itself
 */
record Actor(long name, int pe, Agent.Kind kind, int grid, int block, int thread, int operation) {
  static Actor of(Agent agent) {
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
