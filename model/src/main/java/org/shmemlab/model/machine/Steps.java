package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.machine.Access.Use;
import org.shmemlab.model.machine.Machine.Stop;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Space;

/**
 * A machine seen from step to step: between two steps that others can notice, everything else is
 * done at once, because its order cannot matter.
 *
 * <p>Noticeable are accesses to memory that several agents reach, waits and tests, the events of
 * operations, and the return of a collective that moves data. Fences, launches, printing and an
 * agent's own computation are not: they commute with every step of anybody else. Issuing and
 * arriving at a collective are noticeable only where another agent of the PE may come first with a
 * quiet that covers it, or with a collective of its own.
 */
public final class Steps {
  /** An agent that computes for so long without a noticeable step never stops. */
  private static final int MAX_OWN_INSTRUCTIONS = 50_000_000;

  private final Machine machine;
  private final Accesses accesses;

  public Steps(Machine machine) {
    this.machine = machine;
    this.accesses = new Accesses(machine);
  }

  /**
   * Runs everything that nobody can notice.
   *
   * @throws ProgramFailure when the program does something wrong on the way
   */
  public void settle() {
    boolean progress = true;
    while (progress) {
      long before = machine.changes();
      progress = acknowledge();
      ImmutableIntArray live = machine.liveAgents();
      for (int i = 0; i < live.length(); i++) {
        progress |= advance(live.get(i));
      }
      progress |= machine.changes() != before; // a stream finished a kernel without an instruction
    }
  }

  /** The steps that are possible in a settled machine, agents first. */
  public List<Step> enabled() {
    List<Step> steps = new ArrayList<>();
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent agent = machine.agent(live.get(i));
      if (agent != null && stands(agent) && machine.communication().mayWaitEnd(agent)) {
        steps.add(new Step.OfAgent(agent.id));
        for (Pending signal : machine.glimpses(agent.id)) {
          steps.add(new Step.OfGlimpse(agent.id, signal.number()));
        }
      }
    }
    for (Event event : machine.enabledEvents()) {
      steps.add(new Step.OfNetwork(event));
    }
    return steps;
  }

  /**
   * Takes a step and settles.
   *
   * @throws ProgramFailure when the program does something wrong
   */
  public void take(Step step) {
    switch (step) {
      case Step.OfAgent of -> machine.run(of.agent(), 1);
      case Step.OfGlimpse of -> machine.glimpse(of.agent(), of.operation());
      case Step.OfNetwork of -> machine.happen(of.event());
    }
    settle();
  }

  /**
   * What the agents that stand at a noticeable step touch with it. A wait counts as soon as it is
   * reached, whether its condition holds or not.
   */
  public List<Access> poised() {
    List<Access> poised = new ArrayList<>();
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent agent = machine.agent(live.get(i));
      if (agent != null && agent.function >= 0 && agent.awaiting < 0 && noticeable(agent)) {
        poised.addAll(accesses.next(agent));
      }
    }
    return poised;
  }

  /** What operations in flight may still touch. */
  public List<Access> open(Pending pending) {
    return accesses.open(pending);
  }

  private boolean acknowledge() {
    boolean progress = false;
    for (Event event : machine.enabledEvents()) {
      // Only the issuer can tell when it learned or got its value, and an agent that is told at
      // once may still be slow.
      if (event.kind() == Kind.ACKNOWLEDGED || intoRegister(event)) {
        machine.happen(event);
        progress = true;
      }
    }
    return progress;
  }

  private boolean intoRegister(Event event) {
    return event.kind() == Kind.LANDED
        && switch (machine.inFlight().get(event.operation()).operation()) {
          case Operation.GetValue _ -> true;
          case Operation.Amo amo -> amo.fetch() == 0;
          default -> false;
        };
  }

  private boolean advance(int number) {
    boolean moved = false;
    for (int own = 0; own < MAX_OWN_INSTRUCTIONS; own++) {
      if (machine.agent(number) == null || machine.run(number, 0) != Stop.FUEL) {
        return moved;
      }
      Agent agent = machine.agent(number);
      if (agent == null || noticeable(agent)) {
        return moved;
      }
      long before = agent.executed();
      Stop stop = machine.run(number, 1);
      moved |= stop == Stop.DONE || agent.executed() != before;
      if (stop == Stop.BLOCKED) {
        return moved;
      }
    }
    Agent agent = machine.writableAgent(number);
    throw machine.failure(
        agent, new Fault("more than " + MAX_OWN_INSTRUCTIONS + " instructions without a step"));
  }

  /** Whether the agent has code and stands before a noticeable step. */
  private boolean stands(Agent agent) {
    return agent.function >= 0 && agent.awaiting < 0 && agent.at == null && noticeable(agent);
  }

  private boolean noticeable(Agent agent) {
    Instruction next = machine.code(agent.function).body[agent.pc];
    if (Interpreter.lateOperand(agent, next) != null) {
      return false; // it cannot be told yet what the instruction does
    }
    boolean always =
        switch (next) {
          case Instruction.WaitUntil _ -> true;
          case Instruction.Arrive arrive ->
              Ahead.isCollective(arrive.kind())
                  && machine.ahead().mayPrecede(machine, agent, Ahead.COLLECTIVE);
          case Instruction.Transfer _,
              Instruction.PutValue _,
              Instruction.GetValue _,
              Instruction.Amo _,
              Instruction.AmoFetchNbi _,
              Instruction.SignalUpdate _ ->
              machine.rules().quietCoversOthers()
                  && machine.ahead().mayPrecede(machine, agent, Ahead.QUIET);
          default -> false;
        };
    if (always) {
      return true;
    }
    for (Access access : accesses.next(agent)) {
      if (shared(agent, access)) {
        return true;
      }
    }
    return false;
  }

  private boolean shared(Agent agent, Access access) {
    boolean own =
        switch (access.place().space()) {
          case LOCAL -> true;
          case SHARED -> agent.kind == Agent.Kind.DEVICE_THREAD && blockThreads(agent) == 1;
          case PRIVATE ->
              access.use() == Use.FREE
                  || residence(agent, access) == Residence.HOST
                  || residence(agent, access) == Residence.READ_ONLY;
          case NONE, FUNCTION, CONSTANT -> true;
          case SYMMETRIC, PEER -> access.use() == Use.FREE;
        };
    return !own || windowOpen(access);
  }

  private Residence residence(Agent agent, Access access) {
    if (access.place().space() != Space.PRIVATE) {
      return Residence.HOST;
    }
    var object = machine.peState(agent.pe).objects.at(access.place().index());
    return object == null ? Residence.HOST : object.residence();
  }

  private int blockThreads(Agent agent) {
    Grid grid = machine.peState(agent.pe).grids.get(agent.grid);
    return grid == null ? 1 : grid.shape.threadsPerBlock();
  }

  private boolean windowOpen(Access access) {
    for (Pending pending : machine.inFlight().pending()) {
      for (Access open : accesses.open(pending)) {
        if (open.overlaps(access)) {
          return true;
        }
      }
    }
    return false;
  }
}
