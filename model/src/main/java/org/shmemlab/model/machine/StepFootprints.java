package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Step;

/**
 * Lists the accesses of steps: to memory, and to objects that stand for an order which counts
 * although no memory is accessed.
 */
final class StepFootprints {
  private static final int ARRIVING = 0;
  private static final int ISSUING = 1;
  private static final int CALLING = 2;
  private static final int PROGRESSING = 3;
  private static final int MEETING = 4;
  private static final int ENDING = 5;
  private static final int COUNTING = 6;

  private static final int NOWHERE = -1;

  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;
  private final Windows windows;
  private final SerializedCalls serialized;
  private final SetupDependencies setup;
  private final HostTermination hostTermination;
  private final VisibleOperations visibleOperations;

  StepFootprints(
      Machine machine,
      Accesses accesses,
      SerializedCalls serialized,
      SetupDependencies setup,
      HostTermination hostTermination,
      VisibleOperations visibleOperations) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = accesses;
    this.windows = accesses.windows();
    this.serialized = serialized;
    this.setup = setup;
    this.hostTermination = hostTermination;
    this.visibleOperations = visibleOperations;
  }

  /** The accesses of a step, and those that stand for its dependence on other agents' order. */
  List<Access> by(Step step) {
    return switch (step) {
      case Step.OfAgent of -> by(jobState.agent(of.agent()));
      case Step.OfGlimpse of -> by(jobState.agent(of.agent()));
      case Step.OfLook of -> by(jobState.agent(of.agent()));
      case Step.OfNetwork of -> by(of);
      case Step.OfCache of -> by(of.step());
    };
  }

  private List<Access> by(Step.OfNetwork step) {
    Pending pending = jobState.inFlight().get(step.event().operation());
    List<Access> touched = windows.of(pending, step.event());
    int pe = pending.operation().origin().pe();
    boolean isAsked = jobState.reachableCalls().asksDevice();
    boolean mayBeEnded = hostTermination.mayBeEndedAt(pe);
    boolean releases = (isAsked || mayBeEnded) && !EnablingSteps.enablesNoAgent(jobState, step);
    if (exiting() || (isAsked && releases)) {
      touched.add(progress(0, PROGRESSING, pending));
    }
    if (mayBeEnded && releases) {
      touched.add(progress(pe, ENDING, pending));
    }
    return touched;
  }

  /**
   * The accesses of the agents that are at a visible operation. A wait counts as soon as it is
   * reached, whether its condition holds or not.
   */
  List<Access> nextAccesses() {
    List<Access> nextAccesses = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null
          && agent.function >= 0
          && agent.awaiting < 0
          && visibleOperations.at(agent)) {
        nextAccesses.addAll(accesses.next(agent));
      }
      if (agent != null && (agent.at != null || visibleOperations.stands(agent))) {
        addArrival(nextAccesses, agent);
      }
    }
    return nextAccesses;
  }

  /** The accesses of the collectives at which agents wait for others. */
  List<Access> openCollectives() {
    List<Access> open = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null && agent.at != null) {
        open.addAll(accesses.next(agent));
      }
    }
    return open;
  }

  /**
   * The accesses of an agent's next step, and those that stand for its dependence on other agents'
   * order.
   */
  List<Access> by(@Nullable Agent agent) {
    if (agent == null) {
      throw new IllegalStateException("a step of an agent that has ended");
    }
    if (agent.function < 0) {
      return List.of(progress(agent));
    }
    List<Access> touched = new ArrayList<>(accesses.next(agent));
    if (serialized.isNext(agent)) {
      touched.add(turn(agent, CALLING, Use.TURN));
    }
    touched.addAll(setup.next(agent));
    if (hostTermination.isNext(agent)) {
      touched.add(turn(agent, ENDING, Use.EXIT));
    } else if (hostTermination.mayBeEnded(agent)) {
      touched.add(turn(agent, ENDING, Use.PROGRESS));
    }
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (meetsEverything(next)) {
      Use use = exits(next) ? Use.EXIT : Use.QUERY;
      touched.add(moment(0, PROGRESSING, use, -1, agent.id, agent.pe, jobState.line(agent)));
    } else if (jobState.reachableCalls().asksDevice() || exiting()) {
      touched.add(progress(agent));
    }
    if (next instanceof Instruction.Arrive call) {
      touched.add(call.kind().isCounted() ? counted(agent, call) : turn(agent, ARRIVING, Use.TURN));
    }
    if (jobState.code(agent.function).meeting(agent.pc) != null) {
      addArrival(touched, agent);
    } else if (jobState.rules().capabilities().quietCoversOthers()) {
      if (next instanceof Instruction.OneSided) {
        touched.add(turn(agent, ISSUING, Use.ISSUE));
      } else if (next instanceof Instruction.Drain) {
        touched.add(turn(agent, ISSUING, Use.DRAIN));
      }
    }
    return touched;
  }

  // A PE is at one collective of a team at a time, from its arrival to its return. Calls of all PEs
  // that name no team, as for symmetric memory, are of the world team.
  private void addArrival(List<Access> accesses, Agent agent) {
    int team =
        switch (layers.meetings.place(agent)) {
          case MeetingPlace.InTeam of -> of.team();
          case MeetingPlace.World _ -> Team.WORLD;
          case null -> formerTeam(agent);
          default -> NOWHERE;
        };
    if (team != NOWHERE && jobState.peState(agent.pe).severalAgents) {
      Access.Place place = new Access.Place(Space.NONE, agent.pe, team, MEETING, "a team");
      accesses.add(
          Access.of(place, 0, 1, Use.ARRIVAL, -1, agent.id, agent.pe, jobState.line(agent)));
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
        new Access.Place(Space.NONE, agent.pe, barrier, COUNTING, "a barrier"),
        0,
        1,
        Use.COUNT,
        null,
        null,
        null,
        null,
        at == null || visibleOperations.observesLastArrival(agent, call)
            ? -1
            : phase(agent, at, call),
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

  private Access turn(Agent agent, int what, Use use) {
    return moment(agent.pe, what, use, -1, agent.id, agent.pe, jobState.line(agent));
  }

  private Access progress(Agent agent) {
    return moment(0, PROGRESSING, Use.PROGRESS, -1, agent.id, agent.pe, jobState.line(agent));
  }

  // An event that lets a thread go on may end its kernel, or may come too late for its host.
  private static Access progress(int of, int what, Pending pending) {
    Origin origin = pending.operation().origin();
    return moment(
        of, what, Use.PROGRESS, pending.number(), origin.agent(), origin.pe(), origin.line());
  }

  private static Access moment(
      int of, int what, Use use, int operation, int agent, int pe, SourceLine line) {
    Access.Place place = new Access.Place(Space.NONE, of, 0, what, "the order of calls");
    return Access.of(place, 0, 1, use, operation, agent, pe, line);
  }

  private static boolean meetsEverything(Instruction instruction) {
    return instruction instanceof Instruction.Invoke invoke
        && invoke.call().traits().dependsOnAllSteps();
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
          && exits(jobState.code(agent.function).body[agent.pc])
          && visibleOperations.stands(agent)) {
        return true;
      }
    }
    return false;
  }
}
