package org.shmemlab.model.explore;

import org.shmemlab.model.job.Agent;
import org.shmemlab.model.step.ThreadBlock;

/**
 * Who takes steps, named so that the name is the same in every order of an execution: an agent by
 * its place in the job, an operation by who issued it and as the how many-th.
 *
 * @param grid launch number on the PE, or -1
 * @param thread rank in its block, or the stream's handle
 * @param operation number among the operations of that agent, or -1 for the agent itself
 */
record Actor(int pe, Agent.Kind kind, int grid, int block, int thread, int operation) {
  ThreadBlock threadBlock() {
    return new ThreadBlock(pe, grid, block);
  }

  Actor issuing(int number) {
    return new Actor(pe, kind, grid, block, thread, number);
  }
}
