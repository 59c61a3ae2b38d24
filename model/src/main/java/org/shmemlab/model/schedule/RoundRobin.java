package org.shmemlab.model.schedule;

/**
 * Schedules the agents in rotation, oldest events first: the schedule of {@code run} without a
 * seed.
 */
public final class RoundRobin implements Schedule {
  // Long enough that switching agents costs little, short enough that a spinning agent lets the
  // one it waits for run soon.
  private static final long FUEL = 2000;

  @Override
  public int pickAgent(int ready) {
    return 0;
  }

  @Override
  public long fuel() {
    return FUEL;
  }

  @Override
  public boolean eventFirst() {
    return true;
  }

  @Override
  public int pickEvent(int enabled) {
    return 0;
  }
}
