package org.shmemlab.model.compiled;

import org.shmemlab.model.job.Agent;

/** Executes a part of a function from one instruction on. Generated classes implement it. */
interface Region {
  /**
   * Runs until an instruction that is not of the region, or that the budget does not cover.
   *
   * @param registers the agent's, of which none that the region uses has a bit without a value
   * @param base of the function that the agent is in
   * @param budget how many instructions may be executed
   * @return the index of the next instruction in the upper half, the rest of the budget in the
   *     lower half
   */
  long run(long[] registers, int base, int budget, Agent agent, Surroundings surroundings);
}
