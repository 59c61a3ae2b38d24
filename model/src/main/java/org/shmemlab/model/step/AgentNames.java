package org.shmemlab.model.step;

/**
 * Names blocks and agents in the hash of a state. Blocks that nothing distinguishes have the names
 * of a canonical order, so that states that differ in which of them is which have one hash.
 */
public interface AgentNames {
  /** A name of a block of threads, which no other of its grid has. */
  long block(int pe, int grid, int block);

  /** The position of an agent in the canonical order; -1 where there is none of that number. */
  int agent(int number);
}
