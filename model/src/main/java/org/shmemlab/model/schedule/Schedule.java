package org.shmemlab.model.schedule;

/** Makes the choices of one run. The same schedule object makes the same choices again. */
public interface Schedule {
  /** Which of {@code ready} agents runs next: 0 is the one that has waited longest. */
  int pickAgent(int ready);

  /** For how many instructions at most; at least 1. */
  long fuel();

  /** Whether an event of an operation in flight happens before the next agent runs. */
  boolean eventFirst();

  /** Which of {@code enabled} events happens: 0 is one of the oldest operation. */
  int pickEvent(int enabled);
}
