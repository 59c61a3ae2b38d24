package org.shmemlab.model.step;

/**
 * Receives the agents that a step may enable, so that a schedule need not check every waiting agent
 * after every step. An agent named here may be able to go on; whether it can, its next step
 * decides.
 */
public interface Wakeups {
  /** The agent's own guard may hold now, or the agent is new. */
  void agent(int agent);

  /** The symmetric object of this index on this PE changed. */
  void word(int pe, int object);

  /** Something that the host threads or the streams of this PE may wait for happened. */
  void device(int pe);

  /** An operation in flight made progress. */
  void operation();

  /** No listener: for callers that check every agent themselves. */
  Wakeups NONE =
      new Wakeups() {
        @Override
        public void agent(int agent) {}

        @Override
        public void word(int pe, int object) {}

        @Override
        public void device(int pe) {}

        @Override
        public void operation() {}
      };
}
