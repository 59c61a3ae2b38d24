package org.shmemlab.model.step;

import org.shmemlab.model.operation.Event;

/** Names a visible step. */
public sealed interface Step {
  /** Its agent; -1 for the network. */
  int agent();

  /** The agent executes the instruction it stands at. */
  record OfAgent(int agent) implements Step {}

  /**
   * The agent's signal_fetch shows a signal that is still in flight, as a read that orders nothing
   * may.
   */
  record OfGlimpse(int agent, int operation) implements Step {}

  /**
   * The agent's wait or test of several words ends with one of the answers that are possible now,
   * or evaluates its words and continues; or its atomic is not the last of its word in coherence
   * order.
   *
   * @param answer index of the answer, or {@link #ON}; of an atomic, how many writes follow it
   */
  record OfLook(int agent, int answer) implements Step {
    /** No answer yet. */
    public static final int ON = -1;
  }

  /** An event of an operation in flight happens. */
  record OfNetwork(Event event) implements Step {
    @Override
    public int agent() {
      return -1;
    }
  }

  /**
   * The same step, but its plain loads are answered by a cache, with older values.
   *
   * @param step of an agent that loads, or of a thread that reads the source of its put
   * @param answer which of the other answers that are possible, from 1
   */
  record OfCache(Step step, int answer) implements Step {
    @Override
    public int agent() {
      return step.agent();
    }
  }
}
