package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Decides which instructions are visible operations, and so scheduling points of an agent.
 *
 * <p>These are accesses to memory that several agents reach (host memory is such only while its PE
 * has several host threads, and where streams call functions of the host), mutexes and conditions
 * of threads, waits and tests, the events of operations, and the return of a collective that moves
 * data. Fences, launches, printing and an agent's own computation are invisible: they commute with
 * every step of other agents, but for the end of a host whose other threads print. Issuing is
 * visible where operations happen at once. A query of a stream or an event is visible, and
 * dependent with every step that may let a device go on; in programs that query, so is the end of
 * each task of a stream. So is the end of the job: the others go on until it comes.
 *
 * <p>The others access no memory and are dependent all the same: arriving at a collective, where
 * another agent of the PE may arrive first, returning from it, arriving at a barrier for a number
 * of agents, which others may fill, and, under rules where a quiet covers the operations of the
 * whole PE, issuing and the return of a quiet. A state-space search has scheduling points only
 * where another agent's order may count, and there at issuing alone: a quiet that returns as soon
 * as it may and one that waits for operations issued meanwhile are both explored. A search that
 * tracks dependences (DPOR) needs each of these as a step of its own ({@link SyncPoints#ALL}); else
 * it would not know that one happened as part of another step.
 */
final class VisibleOperations {
  /** Says which of the operations that access no memory are scheduling points. */
  enum SyncPoints {
    /** Those where another agent may come first. */
    OPEN,
    /** All of them in a PE that ever had several agents. */
    ALL
  }

  private final JobState jobState;
  private final ExecutionLayers layers;
  private final SyncPoints turns;
  private final Accesses accesses;
  private final Windows windows;
  private final StepFootprints footprints;
  private final HostTermination hostTermination;
  private final StaticReachability reachability;
  private final Predicate<Access.Place> watched;

  /**
   * Prepares answers.
   *
   * @param watched memory that is visible although one agent alone reaches it
   */
  VisibleOperations(
      Machine machine,
      SyncPoints turns,
      Accesses accesses,
      StepFootprints footprints,
      HostTermination hostTermination,
      Predicate<Access.Place> watched) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.turns = turns;
    this.accesses = accesses;
    this.windows = accesses.windows();
    this.footprints = footprints;
    this.hostTermination = hostTermination;
    this.reachability = new StaticReachability(jobState);
    this.watched = watched;
  }

  /** Whether the agent has code and is at a visible operation. */
  boolean stands(Agent agent) {
    return agent.function >= 0 && agent.awaiting < 0 && agent.at == null && at(agent);
  }

  /**
   * The accesses of the agents that are at a visible operation. A wait counts as soon as it is
   * reached, whether its condition holds or not.
   */
  List<Access> nextAccesses() {
    List<Access> next = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent == null) {
        continue;
      }
      boolean visible = agent.function >= 0 && agent.awaiting < 0 && at(agent);
      if (visible) {
        next.addAll(accesses.next(agent));
      }
      if (agent.at != null || visible) {
        footprints.addArrival(next, agent);
      }
    }
    return next;
  }

  /** Whether the next step of an agent that has code is visible: one of its accesses is. */
  boolean at(Agent agent) {
    if (!footprints.isReady(agent)) {
      return false;
    }
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (next instanceof Instruction.WaitUntil || issuesAsAStep(agent)) {
      return true;
    }
    List<Access> footprint = footprints.byItself(agent);
    for (int i = 0; i < footprint.size(); i++) { // asked too often for an iterator each time
      Access access = footprint.get(i);
      if (access.place().space() == Space.NONE
          ? isVisible(agent, next, access)
          : shared(agent, access)) {
        return true;
      }
    }
    return false;
  }

  private boolean issuesAsAStep(Agent agent) {
    return (jobState.rules().capabilities().actsAtIssue() || mayBeEnded(agent))
        && accesses.issues(agent);
  }

  // Whether another agent's access to an object that stands for an order may come first.
  private boolean isVisible(Agent agent, Instruction next, Access access) {
    return switch (OrderObject.at(access.place())) {
      case CALLS, MAILBOX, FENCES -> true;
      case ARRIVALS -> isCollective(next) && anotherMayCome(agent);
      case TEAM -> anotherMayCome(agent);
      case BARRIER -> next instanceof Instruction.Arrive call && othersMayFill(agent, call);
      case ISSUES ->
          everyTurn(agent)
              || (access.use() == Use.ISSUE
                  && reachability.mayPrecede(agent, ReachableCalls.QUIET));
      case SETUP ->
          !marksEvent(next)
              || turns == SyncPoints.ALL
              || reachability.mayPrecede(agent, ReachableCalls.COMPLETION);
      case PROGRESS -> access.use() != Use.PROGRESS || endsTask(agent, next);
      case HOST ->
          access.use() == Use.EXIT || ((prints(next) || isCollective(next)) && mayBeEnded(agent));
    };
  }

  private static boolean isCollective(Instruction next) {
    return next instanceof Instruction.Arrive call && call.kind().isCollective();
  }

  private static boolean prints(Instruction next) {
    return next instanceof Instruction.Invoke invoke && invoke.call().has(CallTrait.PRINTS);
  }

  private static boolean marksEvent(Instruction next) {
    return next instanceof Instruction.Invoke invoke
        && invoke.call().traits().changes() == Kept.COMPLETIONS;
  }

  // A thread of a host does as soon as it may a thing that it would never do if the host ended
  // before.
  private boolean mayBeEnded(Agent agent) {
    return hostTermination.mayBeEnded(agent)
        && (turns == SyncPoints.ALL || reachability.hostMayEnd(agent));
  }

  // Another agent may query it before, when all effects of the task are visible.
  private boolean endsTask(Agent agent, Instruction next) {
    return jobState.reachableCalls().asksDevice()
        && agent.kind == Agent.Kind.STREAM
        && (marksEvent(next) || (next instanceof Instruction.Return && agent.depth == 0));
  }

  boolean endsKernel(Agent agent) {
    return jobState.reachableCalls().asksDevice()
        && agent.kind == Agent.Kind.STREAM
        && agent.function < 0
        && jobState.jobExit() == null
        && layers.device.kernelIsOver(agent);
  }

  // To the same collective, or to another of its team while this one lasts.
  private boolean anotherMayCome(Agent agent) {
    return everyTurn(agent) || reachability.mayPrecede(agent, ReachableCalls.COLLECTIVE);
  }

  // Whether a barrier for a number of agents may be complete without this one, which arrives at it.
  private boolean othersMayFill(Agent agent, Instruction.Arrive call) {
    MeetingPlace place = layers.meetings.place(agent);
    if (place == null || !jobState.peState(agent.pe).severalAgents) {
      return false;
    }
    if (turns == SyncPoints.ALL) {
      return true;
    }
    int others = reachability.mayCount(agent, place);
    return others > 0
        && (footprints.observesLastArrival(agent, call)
            || jobState.reachableCalls().leavesBarriers()
            || others > layers.meetings.awaited(agent, place, call));
  }

  private boolean everyTurn(Agent agent) {
    return turns == SyncPoints.ALL && jobState.peState(agent.pe).severalAgents;
  }

  /** Whether another agent may reach the memory of an access. */
  boolean shared(Agent agent, Access access) {
    boolean own =
        switch (access.place().space()) {
          case LOCAL -> true;
          case SHARED ->
              agent.kind == Agent.Kind.DEVICE_THREAD && jobState.blockThreads(agent) == 1;
          case PRIVATE ->
              residence(access.place()) == Residence.READ_ONLY
                  || (residence(access.place()) == Residence.HOST && !severalReachHost(agent.pe))
                  || (access.use() == Use.FREE && isLast(agent, access.place()));
          case NONE, FUNCTION, CONSTANT -> true;
          case SYMMETRIC, PEER -> access.use() == Use.FREE && isLast(agent, access.place());
        };
    return !own || watched.test(access.place()) || windowOpen(access);
  }

  // An end of a life that comes as soon as it may is ordered before every possible later access of
  // the object, which then fails. Where there is such an access, both orders are explored; but for
  // the variables of functions, whose ends would be most steps of threads of a host.
  private boolean isLast(Agent agent, Access.Place place) {
    if (turns == SyncPoints.ALL) {
      return false;
    }
    if (jobState.code(agent.function).body[agent.pc] instanceof Instruction.Return) {
      return true;
    }
    if (place.space() == Space.PRIVATE && !isMapped(place)) {
      return !isBusy(agent.pe);
    }
    return IntStream.range(0, jobState.job().pes()).noneMatch(this::isBusy);
  }

  private boolean isMapped(Access.Place place) {
    return IntStream.range(0, jobState.job().pes())
        .anyMatch(pe -> jobState.peState(pe).maps(place.space(), place.pe(), place.index()));
  }

  // Whether another agent than the host's first thread has something to do.
  private boolean isBusy(int pe) {
    PeState state = jobState.peState(pe);
    return !state.threads.isEmpty() || !layers.device.idle(pe);
  }

  /** Whether several agents reach the host memory of a PE. */
  boolean severalReachHost(int pe) {
    return layers.hostThreads.several(pe) || jobState.reachableCalls().callsHost();
  }

  // Null for an object whose life is over.
  private @Nullable Residence residence(Access.Place place) {
    MemoryObject object =
        place.space() == Space.PRIVATE
            ? jobState.peState(place.pe()).objects.at(place.index())
            : null;
    return object == null ? null : object.residence();
  }

  private boolean windowOpen(Access access) {
    for (Pending pending : jobState.inFlight().pending()) {
      if (!mayTouch(pending.operation(), access.place())) {
        continue;
      }
      for (Access open : windows.open(pending)) {
        if (open.overlaps(access)) {
          return true;
        }
      }
    }
    return false;
  }

  // Remote sides are symmetric, or memory that a peer has mapped, and at most one object is a local
  // side.
  private static boolean mayTouch(Operation operation, Access.Place place) {
    return switch (operation) {
      case Operation.Put put -> mayTouch(put.local(), place);
      case Operation.Get get -> mayTouch(get.local(), place);
      case Operation.Amo amo -> mayTouch(amo.fetch(), place);
      case Operation.PeerStore store -> mayTouch(store.remote(), place);
      default -> place.space() == Space.SYMMETRIC;
    };
  }

  private static boolean mayTouch(long local, Access.Place place) {
    return place.space() == Space.SYMMETRIC || place.space() == Address.space(local);
  }
}
