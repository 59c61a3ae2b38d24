package org.shmemlab.model.schedule;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.ProgramFailure;

/** How a run ended. */
public sealed interface RunResult {
  /**
   * Every PE ended by itself.
   *
   * @param status exit status per PE
   */
  record Finished(ImmutableList<Integer> status) implements RunResult {}

  /** The program did something wrong. */
  record Failed(ProgramFailure failure) implements RunResult {}

  /**
   * Nobody can step, or everybody who can only spins.
   *
   * @param agents who waits for what
   * @param hints what may be wrong with kernel launches
   */
  record Deadlock(ImmutableList<Blocked> agents, ImmutableList<String> hints)
      implements RunResult {}

  /** The caller asked to stop. */
  record Stopped() implements RunResult {}
}
