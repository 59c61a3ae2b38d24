package org.shmemlab.model.step;

/**
 * Names blocks and agents in the hash of a state. Blocks that nothing distinguishes have the names
 * of a canonical order, so that states that differ in which of them is which have one hash.
 */
public interface AgentNames {
  /** Each block and agent by its number. */
  AgentNames NUMBERS =
      new AgentNames() {
        @Override
        public long block(int pe, int grid, int block) {
          return block;
        }

        @Override
        public int agent(int number) {
          return number;
        }
      };

  /** A name of a block of threads, which no other of its grid has. */
  long block(int pe, int grid, int block);

  /** The position of an agent in the canonical order; -1 where there is none of that number. */
  int agent(int number);
}
