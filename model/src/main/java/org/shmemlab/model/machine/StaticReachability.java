package org.shmemlab.model.machine;

import java.util.Arrays;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.code.ReachableCalls.Asker;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Grid;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.Task;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.job.Work;
import org.shmemlab.model.step.MeetingPlace;

/** Decides by their code which calls an agent may reach before another agent's next step. */
final class StaticReachability {
  private final JobState jobState;

  StaticReachability(JobState jobState) {
    this.jobState = jobState;
  }

  /**
   * The calls that the agent may reach: those of its callers' code, and of tasks queued on a
   * stream, included.
   */
  private int of(Agent agent, Asker asker) {
    int all =
        agent.kind == Agent.Kind.STREAM
            ? queued(jobState.peState(agent.pe).stream(agent.thread).queue)
            : 0;
    if (agent.function < 0) {
      return all;
    }
    all |= before(agent, asker, agent.depth, agent.function, agent.pc);
    for (int depth = 0; depth < agent.depth; depth++) {
      int at = depth * Agent.FRAME;
      all |= before(agent, asker, depth, agent.frames[at], agent.frames[at + 1]);
    }
    return all;
  }

  private int before(Agent agent, Asker asker, int depth, int function, int pc) {
    boolean main = depth == 0 && agent.kind == Agent.Kind.HOST && agent.thread == 0;
    return main
        ? jobState.reachableCalls().beforeInMain(asker, function, pc)
        : jobState.reachableCalls().before(asker, function, pc);
  }

  /** Whether another agent may end the host of this one, which is of it, before this one steps. */
  boolean hostMayEnd(Agent agent) {
    int threads = jobState.peState(agent.pe).threads.size();
    return mayPrecede(
        agent, ReachableCalls.endConcurrentWith(agent.thread == 0 ? Integer.MAX_VALUE : threads));
  }

  private int queued(Iterable<Task> tasks) {
    int all = 0;
    for (Task task : tasks) {
      all |=
          switch (task.work()) {
            case Work.Call call -> jobState.reachableCalls().within(call.function());
            case Work.Launch launch -> jobState.reachableCalls().within(launch.shape().kernel());
            case Work.Join _ -> 0;
          };
    }
    return all;
  }

  /** Whether another agent of this one's PE may reach {@code what} before this one steps. */
  boolean mayPrecede(Agent agent, int what) {
    PeState pe = jobState.peState(agent.pe);
    if (!pe.severalAgents) {
      return false;
    }
    if (mayPrecede(pe.hostAgent, agent, what)) {
      return true;
    }
    for (int thread : pe.threads.values()) {
      if (mayPrecede(thread, agent, what)) {
        return true;
      }
    }
    for (Stream stream : pe.streams) {
      if (stream != null && mayPrecede(stream.agent, agent, what)) {
        return true;
      }
    }
    for (Grid grid : pe.grids.values()) {
      if (mayPrecede(grid, agent, what)) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many others may arrive at a barrier for a number of agents before this one steps, each of
   * them once.
   */
  int mayCount(Agent agent, MeetingPlace place) {
    if (place instanceof MeetingPlace.PartOfBlock part) {
      Grid grid = jobState.peState(part.pe()).grids.get(part.grid());
      Block block = grid == null ? null : grid.resident.get(part.block());
      return block == null
          ? 0
          : (int)
              Arrays.stream(block.threads).filter(thread -> mayCount(thread, agent, place)).count();
    }
    PeState pe = jobState.peState(agent.pe);
    int others = mayCount(pe.hostAgent, agent, place) ? 1 : 0;
    boolean mayBeMore = mayPrecede(pe.hostAgent, agent, ReachableCalls.THREAD);
    for (int thread : pe.threads.values()) {
      others += mayCount(thread, agent, place) ? 1 : 0;
      mayBeMore |= mayPrecede(thread, agent, ReachableCalls.THREAD);
    }
    return mayBeMore ? Integer.MAX_VALUE : others;
  }

  private boolean mayCount(int number, Agent agent, MeetingPlace place) {
    Agent other = number < 0 ? null : jobState.agent(number);
    return other != null
        && !place.equals(other.at)
        && mayPrecede(number, agent, ReachableCalls.COUNT);
  }

  // A grid may have threads by the ten thousand, each of which asks: the kernel answers for them.
  private boolean mayPrecede(Grid grid, Agent agent, int what) {
    if ((jobState.reachableCalls().within(grid.shape.kernel()) & what) == 0) {
      return false;
    }
    for (Block block : grid.resident.values()) {
      for (int thread : block.threads) {
        if (mayPrecede(thread, agent, what)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayPrecede(int number, Agent agent, int what) {
    Agent other = number < 0 || number == agent.id ? null : jobState.agent(number);
    return other != null
        && other.pe == agent.pe
        && (of(other, asker(other, agent)) & what) != 0
        && !waitsFor(other, agent);
  }

  private static Asker asker(Agent other, Agent agent) {
    if (other.kind != Agent.Kind.DEVICE_THREAD
        || agent.kind != other.kind
        || agent.grid != other.grid) {
      return Asker.ELSEWHERE;
    }
    return agent.block == other.block ? Asker.IN_BLOCK : Asker.IN_GRID;
  }

  // Threads of a block meet, a stream continues after its grid, and a host that waits for its only
  // busy stream follows all steps of that stream and its grid.
  private boolean waitsFor(Agent other, Agent agent) {
    if (other.at instanceof MeetingPlace.InBlock in) {
      return agent.grid == in.grid() && agent.block == in.block();
    }
    if (agent.kind == Agent.Kind.DEVICE_THREAD && other.kind == Agent.Kind.STREAM) {
      Grid grid = jobState.peState(agent.pe).grids.get(agent.grid);
      return grid != null && grid.stream == other.thread;
    }
    return other.wait instanceof Wait.ForDevice
        && agent.kind != Agent.Kind.HOST
        && jobState.peState(agent.pe).streams.stream().filter(stream -> !stream.idle()).count()
            == 1;
  }
}
