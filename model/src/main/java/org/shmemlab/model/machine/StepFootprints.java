package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Step;

/**
 * Lists the accesses of steps: to memory, and to objects that stand for an order which counts
 * although no memory is accessed.
 */
final class StepFootprints {
  private static final int NOWHERE = -1;

  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;
  private final EarlierAtomics earlierAtomics;
  private final Windows windows;
  private final SerializedCalls serialized;
  private final SetupDependencies setup;
  private final HostTermination hostTermination;

  StepFootprints(
      Machine machine,
      Accesses accesses,
      SerializedCalls serialized,
      HostTermination hostTermination) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = accesses;
    this.earlierAtomics = new EarlierAtomics(machine, accesses);
    this.windows = accesses.windows();
    this.serialized = serialized;
    this.setup = new SetupDependencies(machine);
    this.hostTermination = hostTermination;
  }

  /** The accesses of a step, and those that stand for its dependence on other agents' order. */
  List<Access> by(Step step) {
    return switch (step) {
      case Step.OfAgent of -> by(jobState.agent(of.agent()));
      case Step.OfGlimpse of -> by(jobState.agent(of.agent()));
      case Step.OfLook of -> by(of);
      case Step.OfNetwork of -> by(of);
      case Step.OfCache of -> by(of.step());
    };
  }

  private List<Access> by(Step.OfLook step) {
    Agent agent = jobState.agent(step.agent());
    return agent != null && earlierAtomics.isAtomic(agent)
        ? earlierAtomics.by(agent, step, () -> by(agent))
        : by(agent);
  }

  private List<Access> by(Step.OfNetwork step) {
    Pending pending = jobState.inFlight().get(step.event().operation());
    List<Access> touched = windows.of(pending, step.event());
    int pe = pending.operation().origin().pe();
    boolean isAsked = jobState.reachableCalls().asksDevice();
    boolean mayBeEnded = hostTermination.mayBeEndedAt(pe);
    boolean releases = (isAsked || mayBeEnded) && !EnablingSteps.enablesNoAgent(jobState, step);
    if (exiting() || (isAsked && releases)) {
      touched.add(OrderObject.PROGRESS.access(pending, 0, Use.PROGRESS));
    }
    if (mayBeEnded && releases) {
      touched.add(OrderObject.HOST.access(pending, pe, Use.PROGRESS));
    }
    return touched;
  }

  List<Access> by(@Nullable Agent agent) {
    if (agent == null) {
      throw new IllegalStateException("a step of an agent that has ended");
    }
    if (agent.function < 0) {
      return List.of(progress(agent, Use.PROGRESS));
    }
    List<Access> touched = byItself(agent);
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (!dependsOnAllSteps(next) && !jobState.reachableCalls().asksDevice() && exiting()) {
      touched.add(progress(agent, Use.PROGRESS));
    }
    return touched;
  }

  /**
   * The accesses of the next step of an agent that has code, and those that stand for its
   * dependence on other agents' order; not those that follow from another agent's next step.
   */
  List<Access> byItself(Agent agent) {
    List<Access> touched = new ArrayList<>(accesses.next(agent));
    Code code = jobState.code(agent.function);
    Instruction next = code.body[agent.pc];
    if (serialized.isNext(agent)) {
      touched.add(own(agent, OrderObject.CALLS, Use.TURN));
    }
    touched.addAll(setup.next(agent));
    if (hostTermination.isNext(agent)) {
      touched.add(own(agent, OrderObject.HOST, Use.EXIT));
    } else if (hostTermination.mayBeEnded(agent)) {
      touched.add(own(agent, OrderObject.HOST, Use.PROGRESS));
    }
    if (dependsOnAllSteps(next)) {
      touched.add(progress(agent, exits(next) ? Use.EXIT : Use.QUERY));
    } else if (jobState.reachableCalls().asksDevice()) {
      touched.add(progress(agent, Use.PROGRESS));
    }
    if (next instanceof Instruction.ThreadFence fence
        && fence.isSequential()
        && jobState.rules().weakAtomics()) {
      touched.add(OrderObject.FENCES.access(agent, 0, Use.TURN, jobState.line(agent)));
    }
    if (next instanceof Instruction.Arrive call) {
      touched.add(
          call.kind().isCounted()
              ? counted(agent, call)
              : own(agent, OrderObject.ARRIVALS, Use.TURN));
    }
    if (code.meeting(agent.pc) != null) {
      addArrival(touched, agent);
    } else if (jobState.rules().capabilities().quietCoversOthers()) {
      if (next instanceof Instruction.OneSided) {
        touched.add(own(agent, OrderObject.ISSUES, Use.ISSUE));
      } else if (next instanceof Instruction.Drain) {
        touched.add(own(agent, OrderObject.ISSUES, Use.DRAIN));
      }
    }
    return touched;
  }

  // A PE is at one collective of a team at a time, from its arrival to its return. Calls of all PEs
  // that name no team, as for symmetric memory, are of the world team.
  void addArrival(List<Access> accesses, Agent agent) {
    int team =
        switch (layers.meetings.place(agent)) {
          case MeetingPlace.InTeam of -> of.team();
          case MeetingPlace.World _ -> Team.WORLD;
          case null -> formerTeam(agent);
          default -> NOWHERE;
        };
    if (team != NOWHERE && jobState.peState(agent.pe).severalAgents) {
      accesses.add(
          OrderObject.TEAM.access(agent, agent.pe, team, Use.ARRIVAL, jobState.line(agent)));
    }
  }

  // A call that names a team which another agent has destroyed could be ordered before that.
  private int formerTeam(Agent agent) {
    Instruction.Arrive call = jobState.code(agent.function).meeting(agent.pc);
    if (call == null || call.kind().place() != MeetingKind.Place.TEAM) {
      return NOWHERE;
    }
    long handle = agent.registers[agent.base + call.arguments().get(0)];
    return Teams.formerTeam(jobState, agent.pe, handle).orElse(NOWHERE);
  }

  // Those of one phase commute, unless one sees that it was the last.
  private Access counted(Agent agent, Instruction.Arrive call) {
    MeetingPlace at = layers.meetings.place(agent);
    int barrier = at == null ? 0 : (int) at.fingerprint();
    return new Access(
        OrderObject.BARRIER.place(agent.pe, barrier),
        0,
        1,
        Use.COUNT,
        null,
        null,
        null,
        null,
        at == null || observesLastArrival(agent, call) ? -1 : phase(agent, at, call),
        -1,
        agent.id,
        agent.pe,
        jobState.line(agent));
  }

  private long phase(Agent agent, MeetingPlace at, Instruction.Arrive call) {
    int before = jobState.phases().getOrDefault(at, 0);
    boolean mayBeLast = layers.meetings.awaited(agent, at, call) <= 0;
    return 2L * before + (mayBeLast ? 1 : 0);
  }

  /** Whether an agent receives, and reads, whether it arrived last at a barrier of threads. */
  boolean observesLastArrival(Agent agent, Instruction.Arrive call) {
    Code code = jobState.code(agent.function);
    return call.kind() == MeetingKind.THREAD_BARRIER
        && code.body[agent.pc + 1] instanceof Instruction.Depart depart
        && !code.isUnread(agent.pc + 2, depart.dst());
  }

  private Access own(Agent agent, OrderObject object, Use use) {
    return object.access(agent, agent.pe, use, jobState.line(agent));
  }

  private Access progress(Agent agent, Use use) {
    return OrderObject.PROGRESS.access(agent, 0, use, jobState.line(agent));
  }

  private static boolean dependsOnAllSteps(Instruction instruction) {
    return instruction instanceof Instruction.Invoke invoke
        && invoke.call().traits().dependsOnAllSteps();
  }

  /** Whether the next step of an agent that has code begins with its instruction's effect. */
  boolean isReady(Agent agent) {
    Code code = jobState.code(agent.function);
    return code.own(agent.pc) == 0 && Frames.lateOperand(agent, code, agent.pc) == null;
  }

  private static boolean exits(Instruction instruction) {
    return instruction instanceof Instruction.Invoke invoke
        && invoke.call().has(CallTrait.ENDS_JOB);
  }

  // Whether an agent is about to end the job: steps before that happen, and none after it.
  private boolean exiting() {
    if (!jobState.reachableCalls().exitsJob()) {
      return false;
    }
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null
          && !agent.failed
          && agent.function >= 0
          && agent.awaiting < 0
          && agent.at == null
          && isReady(agent)
          && exits(jobState.code(agent.function).body[agent.pc])) {
        return true;
      }
    }
    return false;
  }
}
