package org.shmemlab.model.collectives;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Barriers of a part of a block (PTX ISA, "bar, barrier"): there are 16 in a block, each is used
 * for a number of threads that is a multiple of 32, and the warp at the end of a block that has
 * fewer threads counts as a whole one.
 */
final class NamedBarriers {
  private static final int BARRIERS = 16;
  private static final int WARP = 32;

  private NamedBarriers() {}

  /** Where a thread meets others that names a barrier and a number of threads. */
  static MeetingPlace place(Agent agent, Block block, long[] arguments) {
    long barrier = arguments[0];
    long threads = arguments[1];
    if (barrier < 0 || barrier >= BARRIERS) {
      throw new Fault("barrier %s: a block has barriers 0 to %s", barrier, BARRIERS - 1);
    }
    if (threads < 0 || threads % WARP != 0) {
      throw new Fault(
          "a barrier of %s threads: the number has to be a multiple of %s", threads, WARP);
    }
    boolean whole = threads == 0 || threads == whole(block);
    return barrier == 0 && whole // that of __syncthreads
        ? new MeetingPlace.InBlock(agent.pe, agent.grid, agent.block)
        : new MeetingPlace.PartOfBlock(agent.pe, agent.grid, agent.block, (int) barrier);
  }

  private static int whole(Block block) {
    return (block.threads.length + WARP - 1) / WARP * WARP;
  }

  /** The least number of threads that a barrier waits for. */
  static int least(Block block, long threads) {
    int all = threads == 0 ? whole(block) : (int) threads;
    return all - (whole(block) - block.threads.length);
  }

  /**
   * How many threads a barrier waits for, by the operands of those that have arrived; 0 before
   * that.
   */
  static int expected(@Nullable Meeting meeting, Block block) {
    if (meeting == null || meeting.arrivals().isEmpty()) {
      return 0;
    }
    List<Arrival> arrivals = meeting.arrivals();
    long said = arrivals.get(0).argument(1);
    int threads = said == 0 ? whole(block) : (int) said;
    int last = block.threads.length / WARP;
    boolean lastWarpComes = arrivals.stream().anyMatch(arrival -> arrival.thread() / WARP == last);
    return lastWarpComes ? threads - (whole(block) - block.threads.length) : threads;
  }
}
