package org.shmemlab.model.job;

/** Provides the clocks that a program may read. */
public interface Clocks {
  /**
   * For want of time: an agent's own instructions, one nanosecond and one cycle each; a stream's
   * include those of the longest thread of each of its kernels.
   */
  Clocks OF_INSTRUCTIONS =
      new Clocks() {
        @Override
        public long nanoseconds(Agent agent) {
          return agent.executed + agent.kernels;
        }

        @Override
        public long cycles(Agent agent) {
          return agent.executed + agent.kernels;
        }
      };

  /** The time of day and that of a GPU's global timer, nanoseconds since some epoch. */
  long nanoseconds(Agent agent);

  /** Cycles of the processor that an agent runs on. */
  long cycles(Agent agent);
}
