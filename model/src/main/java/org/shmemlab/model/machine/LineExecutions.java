package org.shmemlab.model.machine;

import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.HappensBeforeListener;

/**
 * Counts how often each agent has executed each instruction that accesses memory or calls, along
 * one schedule.
 */
public final class LineExecutions implements HappensBeforeListener {
  private final Machine machine;
  private final Map<Place, Count> counts = new HashMap<>();
  private final Map<Long, Integer> present = new HashMap<>(); // of what an agent executes
  private final Map<Integer, Integer> ofOperations = new HashMap<>(); // by their numbers

  /** An instruction of an agent. A header's function is called from several lines. */
  private record Place(long agent, int function, int pc, SourceLine line) {}

  private static final Count NEVER = new Count(0, -1);

  /** How often it was executed, the last time after so many instructions of the agent. */
  private record Count(int times, long last) {
    Count and(long executed) {
      return executed == last ? this : new Count(times + 1, executed);
    }
  }

  /** Listens to a machine from its present state on. */
  public LineExecutions(Machine machine) {
    this.machine = machine;
    machine.listen(this);
  }

  /**
   * Which execution of its instruction an access is that is possible now, from 1; 0 where that is
   * not known, as of the tasks of a stream, which are no instructions.
   */
  public int of(Access access) {
    if (access.operation() >= 0) {
      return ofOperations.getOrDefault(access.operation(), 0);
    }
    Agent agent = machine.agent(access.agent());
    return agent == null || !isCounted(agent) ? 0 : next(agent).times();
  }

  private static boolean isCounted(Agent agent) {
    return agent.kind == Agent.Kind.HOST || agent.kind == Agent.Kind.DEVICE_THREAD;
  }

  private Place place(Agent agent) {
    return new Place(agent.name, agent.function, agent.pc, machine.line(agent));
  }

  // The execution that it is at.
  private Count next(Agent agent) {
    return counts.getOrDefault(place(agent), NEVER).and(agent.executed);
  }

  @Override
  public boolean follows(int agent, boolean own) {
    return true;
  }

  @Override
  public void executing(int number) {
    Agent agent = machine.agent(number);
    if (agent != null && isCounted(agent)) {
      Count next = next(agent);
      counts.put(place(agent), next);
      present.put(agent.name, next.times());
    }
  }

  @Override
  public void issued(Pending pending) {
    Agent agent = machine.agent(pending.operation().origin().agent());
    if (agent != null) {
      ofOperations.put(pending.number(), present.getOrDefault(agent.name, 0));
    }
  }
}
