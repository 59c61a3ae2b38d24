package org.shmemlab.model.schedule;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.Machine;

/** Reports how a run ended. */
public sealed interface RunResult {
  /**
   * Every PE ended by itself.
   *
   * @param status exit status per PE
   */
  record Finished(ImmutableList<Integer> status) implements RunResult {}

  /** The program failed. */
  record Failed(ProgramFailure failure) implements RunResult {}

  /**
   * No step is enabled, or only those of agents that spin.
   *
   * @param agents the blocked agents, with their conditions
   * @param hints possible mistakes in kernel launches
   */
  record Deadlock(ImmutableList<Blocked> agents, ImmutableList<String> hints)
      implements RunResult {}

  /**
   * The caller asked to stop.
   *
   * @param agents the place of every agent that has not ended, and the condition that it waits for
   */
  record Stopped(ImmutableList<Blocked> agents) implements RunResult {}

  /** How a machine ends that is stopped where it is. */
  static RunResult stopped(Machine machine) {
    return new Stopped(ImmutableList.copyOf(BlockedAgents.whereStopped(machine).list()));
  }

  /** The end of a machine in which no step is enabled, or only those of agents that spin. */
  static RunResult atEnd(Machine machine) {
    Optional<ProgramFailure> mismatch = machine.mismatch();
    if (mismatch.isPresent()) {
      return new Failed(mismatch.get());
    }
    Integer jobExit = machine.jobExit();
    ImmutableList.Builder<Integer> statuses = ImmutableList.builder();
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      Integer status = jobExit != null ? jobExit : machine.exitStatus(pe);
      if (status == null) {
        Optional<ProgramFailure> disagreement = machine.disagreement();
        if (disagreement.isPresent()) {
          return new Failed(disagreement.get());
        }
        BlockedAgents blocked = new BlockedAgents(machine);
        return new Deadlock(
            ImmutableList.copyOf(blocked.list()), ImmutableList.copyOf(blocked.launchHints()));
      }
      statuses.add(status);
    }
    return new Finished(statuses.build());
  }
}
