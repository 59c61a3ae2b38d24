package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;

/** Who may come to what before another agent steps, as far as their code tells. */
final class Forecast {
  private final JobState jobState;

  Forecast(JobState jobState) {
    this.jobState = jobState;
  }

  /** What the agent may come to: its callers' code, and what is queued on a stream, included. */
  private int of(Agent agent) {
    int all =
        agent.kind == Agent.Kind.STREAM
            ? queued(jobState.peState(agent.pe).stream(agent.thread).queue)
            : 0;
    if (agent.function < 0) {
      return all;
    }
    all |= jobState.ahead().before(agent.function, agent.pc);
    for (int depth = 0; depth < agent.depth; depth++) {
      int at = depth * Agent.FRAME;
      all |= jobState.ahead().before(agent.frames[at], agent.frames[at + 1]);
    }
    return all;
  }

  private int queued(Iterable<Task> tasks) {
    int all = 0;
    for (Task task : tasks) {
      all |=
          switch (task) {
            case Task.Call call -> jobState.ahead().within(call.function());
            case Task.Launch launch -> jobState.ahead().within(launch.shape().kernel());
          };
    }
    return all;
  }

  /** Whether an agent may come to {@code what}. */
  boolean mayCome(Agent agent, int what) {
    return (of(agent) & what) != 0;
  }

  /** Whether another agent of this one's PE may come to {@code what} before this one steps. */
  boolean mayPrecede(Agent agent, int what) {
    if (!jobState.peState(agent.pe).severalAgents) {
      return false; // without a look at every agent of every PE
    }
    ImmutableIntArray live = jobState.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent other = jobState.agent(live.get(i));
      if (other != null
          && other.pe == agent.pe
          && other.id != agent.id
          && mayCome(other, what)
          && !waitsFor(other, agent)) {
        return true;
      }
    }
    return false;
  }

  // Threads of a block meet, a stream goes on after its grid, and a host that waits for its
  // only busy stream comes after whatever that stream and its grid do.
  private boolean waitsFor(Agent other, Agent agent) {
    if (other.at instanceof MeetingPlace.InBlock in) {
      return agent.grid == in.grid() && agent.block == in.block();
    }
    if (agent.kind == Agent.Kind.DEVICE_THREAD && other.kind == Agent.Kind.STREAM) {
      Grid grid = jobState.peState(agent.pe).grids.get(agent.grid);
      return grid != null && grid.stream == other.thread;
    }
    return other.wait instanceof Wait.ForDevice
        && jobState.peState(agent.pe).streams.stream().filter(stream -> !stream.idle()).count()
            == 1;
  }
}
