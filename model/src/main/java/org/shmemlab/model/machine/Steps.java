package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Access.Use;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * A machine seen from step to step: between two steps that others can notice, everything else is
 * done at once, because its order cannot matter.
 *
 * <p>Noticeable are accesses to memory that several agents reach (host memory is such only while
 * its PE has several host threads), mutexes and conditions of threads, waits and tests, the events
 * of operations, and the return of a collective that moves data. Fences, launches, printing and an
 * agent's own computation are not: they commute with every step of anybody else. Issuing is
 * noticeable where operations happen at once. Asking whether a stream or an event is done is
 * noticeable, and its order matters to whatever may let a device go on; in programs that ask, so is
 * the end of each task of a stream. So is the end of the job: the others go on until it comes.
 *
 * <p>That leaves the moments that touch no memory and whose order still matters: arriving at a
 * collective, where another agent of the PE may arrive first, and, under rules where a quiet covers
 * the operations of the whole PE, issuing and the return of a quiet. A search of states stops only
 * where somebody may come first, and there at issuing alone: a quiet that returns as soon as it may
 * and one that waits for what was issued meanwhile are both seen. A search that follows what
 * depends on what needs each such moment as a step of its own ({@link Turns#ALL}); else it would
 * not know that one happened while something else was done.
 *
 * <p>An agent that does something wrong is set aside: it takes no step any more, and the others go
 * on, since what they do before it fails, if it is slow, they do here.
 *
 * <p>A look of a loop that would only come back to itself is no step, but a wait: see {@link
 * Spins}.
 */
public final class Steps {
  /** An agent that computes for so long without a noticeable step never stops. */
  private static final int MAX_OWN_INSTRUCTIONS = 50_000_000;

  /** Among operations in flight by the ten thousand, so many instructions take a second. */
  private static final int BETWEEN_LOOKS = 256;

  private static final int ARRIVING = 0;
  private static final int ISSUING = 1;
  private static final int CALLING = 2;
  private static final int PROGRESSING = 3;
  private static final int MEETING = 4;

  private static final int WORLD = -1; // the library itself, before it has teams
  private static final int NOWHERE = -2;

  /** Which of the moments that touch no memory are steps. */
  private enum Turns {
    /** Those where another agent may come first. */
    OPEN,
    /** All of them in a PE that ever had several agents. */
    ALL
  }

  private final Machine machine;
  private final JobState jobState;
  private final Facilities facilities;
  private final Turns turns;
  private final Accesses accesses;
  private final Forecast forecast;
  private final Guards guards;
  private final Predicate<Access.Place> watched;
  private final Spins spins;
  private final SerializedCalls serialized;
  private final FailedTests failedTests;
  private final SeveralWords severalWords;
  private final Consumer<ProgramFailure> failed;
  private final CachedLoads cachedLoads;
  private BooleanSupplier unwanted = () -> false;
  private int looks;
  private boolean bounded;

  /**
   * The steps of a machine for whoever asks what they are, and not whether one of them fails.
   *
   * @see #Steps(Machine, Consumer)
   */
  public Steps(Machine machine) {
    this(machine, _ -> {});
  }

  /**
   * The steps of a machine where memory of one agent counts while an operation uses it.
   *
   * @param failed is told of each failure of an agent
   */
  public Steps(Machine machine, Consumer<ProgramFailure> failed) {
    this(machine, place -> false, Turns.OPEN, failed);
  }

  /**
   * The steps of a machine for whoever follows what depends on what: no order of two of them is
   * decided beside a step.
   *
   * @param watched memory that counts as noticeable although one agent alone reaches it
   * @param failed is told of each failure of an agent
   */
  public Steps(Machine machine, Predicate<Access.Place> watched, Consumer<ProgramFailure> failed) {
    this(machine, watched, Turns.ALL, failed);
  }

  private Steps(
      Machine machine,
      Predicate<Access.Place> watched,
      Turns turns,
      Consumer<ProgramFailure> failed) {
    this.failed = failed;
    this.machine = machine;
    this.jobState = machine.jobState();
    this.facilities = machine.facilities();
    this.turns = turns;
    this.accesses = new Accesses(machine);
    this.forecast = new Forecast(jobState);
    this.guards = new Guards(jobState, facilities.communication);
    this.watched = watched;
    this.spins = new Spins(machine, this::noticeable);
    this.serialized = new SerializedCalls(machine);
    this.failedTests = new FailedTests(machine);
    this.severalWords = new SeveralWords(machine, accesses);
    this.cachedLoads = new CachedLoads(machine, accesses);
  }

  /**
   * Lets settling end early.
   *
   * @param unwanted asked now and then while agents go on; true ends it with {@link Unwanted}
   */
  public Steps unless(BooleanSupplier unwanted) {
    this.unwanted = unwanted;
    return this;
  }

  /**
   * Runs everything that nobody can notice.
   *
   * @return whether an agent went on
   * @throws ProgramFailure when an event of an operation cannot happen any more
   * @throws Unwanted when nobody wants the next steps any more
   */
  public boolean settle() {
    boolean ran = false;
    boolean progress = true;
    while (progress) {
      long before = jobState.changes();
      progress = false;
      int limit = jobState.agentLimit();
      for (int agent = 0; agent < limit; agent++) {
        progress |= advance(agent);
      }
      progress |= jobState.changes() != before; // a stream finished a kernel without an instruction
      ran |= progress;
      progress |= acknowledge(); // what an agent waits for shows when it was run
    }
    serialized.check((agent, failure) -> fails(agent.id, failure));
    return ran;
  }

  /** The steps that are possible in a settled machine, agents first. */
  public List<Step> enabled() {
    List<Step> steps = new ArrayList<>();
    List<Agent> several = new ArrayList<>(0);
    bounded = false;
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent == null || agent.failed) {
        continue;
      }
      if (endsKernel(agent)) {
        if (facilities.communication.mayPass(
            OrderingCall.SYSTEM_FENCE, Communication.caller(agent, Contexts.DEFAULT))) {
          steps.add(new Step.OfAgent(agent.id));
        }
        continue;
      }
      if (!stands(agent)) {
        continue;
      }
      if (severalWords.isNext(agent)) {
        if (mayGoOn(agent)) {
          several.add(agent);
          steps.addAll(severalWords.answers(agent, mayFail(agent)));
        }
      } else if (guardHolds(agent)) {
        if (failedTests.spent(agent)) {
          bounded |= !spins.fails(agent);
        } else if (!spins.fails(agent)) {
          steps.add(new Step.OfAgent(agent.id));
        }
        steps.addAll(fromCache(agent));
        for (Pending signal : machine.glimpses(agent.id)) {
          if (!spins.fails(agent, signal)) {
            steps.add(new Step.OfGlimpse(agent.id, signal.number()));
          }
        }
      }
    }
    for (Event event : machine.enabledEvents()) {
      if (event.kind() != Kind.LANDED
          || !jobState.inFlight().get(event.operation()).landsInRegister()) {
        Step.OfNetwork step = new Step.OfNetwork(event);
        steps.add(step);
        steps.addAll(fromCache(step));
      }
    }
    steps.addAll(severalWords.looks(several, steps, this::touched));
    return steps;
  }

  // The steps of an agent whose loads a cache answers.
  private List<Step> fromCache(Agent agent) {
    List<Step> steps = new ArrayList<>(0);
    int answers = cachedLoads.answers(agent);
    for (int answer = 1; answer <= answers; answer++) {
      boolean[] again = new boolean[1];
      facilities.plainLoads.answering(answer, () -> again[0] = spins.fails(agent));
      if (!again[0]) {
        steps.add(new Step.OfCache(new Step.OfAgent(agent.id), answer));
      }
    }
    return steps;
  }

  private List<Step> fromCache(Step.OfNetwork step) {
    List<Step> steps = new ArrayList<>(0);
    int answers = cachedLoads.answers(step.event());
    for (int answer = 1; answer <= answers; answer++) {
      steps.add(new Step.OfCache(step, answer));
    }
    return steps;
  }

  /** What is wrong with a step, before it is taken, whose loads a cache answers. */
  public Optional<StaleLoad> staleLoad(Step step) {
    return step instanceof Step.OfCache of ? cachedLoads.stale(of) : Optional.empty();
  }

  // Whether a test that says no is a step, and no round of a loop that waits.
  private boolean mayFail(Agent agent) {
    boolean again = spins.fails(agent);
    boolean spent = failedTests.spent(agent);
    bounded |= spent && !again;
    return !again && !spent;
  }

  /** Whether an agent had a step when last asked, if it had not failed as often as it may. */
  public boolean bounded() {
    return bounded;
  }

  /**
   * Takes a step and settles.
   *
   * @return whether an agent went on
   * @throws ProgramFailure when an event of an operation cannot happen any more
   */
  public boolean take(Step step) {
    boolean nobody = movesNobody(step);
    perform(step);
    if (nobody) {
      acknowledge(); // all that settling would do
      return false;
    }
    return settle() || !(step instanceof Step.OfNetwork);
  }

  /**
   * Takes a step and leaves what follows from it to the next settling.
   *
   * @throws ProgramFailure when an event of an operation cannot happen any more
   */
  public void perform(Step step) {
    jobState.causality().taking(step, () -> touched(step));
    switch (step) {
      case Step.OfAgent of -> {
        Agent agent = jobState.writableAgent(of.agent());
        boolean between = agent.function < 0; // a stream, which goes on to its next task
        if (!between) {
          failedTests.count(agent);
        }
        unlessItFails(of.agent(), () -> machine.run(of.agent(), between ? 0 : 1) != Stop.BLOCKED);
      }
      case Step.OfGlimpse of -> machine.glimpse(of.agent(), of.operation());
      case Step.OfLook of -> {
        failedTests.count(jobState.writableAgent(of.agent()));
        unlessItFails(
            of.agent(),
            () -> {
              machine.look(of);
              return true;
            });
      }
      case Step.OfNetwork of -> machine.happen(of.event());
      case Step.OfCache of ->
          facilities.plainLoads.answering(of.answer(), () -> perform(of.step()));
    }
  }

  /**
   * What the agents that stand at a noticeable step touch with it. A wait counts as soon as it is
   * reached, whether its condition holds or not.
   */
  public List<Access> poised() {
    List<Access> poised = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null && agent.function >= 0 && agent.awaiting < 0 && noticeable(agent)) {
        poised.addAll(accesses.next(agent));
      }
      if (agent != null && (agent.at != null || stands(agent))) {
        addArrival(poised, agent);
      }
    }
    return poised;
  }

  /** What a step touches, and whose turn it depends on. */
  public List<Access> touched(Step step) {
    return switch (step) {
      case Step.OfAgent of -> touched(jobState.agent(of.agent()));
      case Step.OfGlimpse of -> touched(jobState.agent(of.agent()));
      case Step.OfLook of -> touched(jobState.agent(of.agent()));
      case Step.OfNetwork of -> touched(of);
      case Step.OfCache of -> touched(of.step());
    };
  }

  private List<Access> touched(Step.OfNetwork step) {
    Pending pending = jobState.inFlight().get(step.event().operation());
    List<Access> touched = accesses.of(pending, step.event());
    if (exiting() || (jobState.ahead().asksDevice() && !movesNobody(step))) {
      touched.add(progress(pending.operation().origin(), pending.number()));
    }
    return touched;
  }

  /**
   * Whether it can be told at once that a step lets no agent go on: none waits for what the event
   * completes, and it ends no use of memory that an agent alone reaches.
   */
  public boolean movesNobody(Step step) {
    if (!(step instanceof Step.OfNetwork of)
        || !jobState.rules().capabilities().returnsByItself()) {
      return false;
    }
    Event event = of.event();
    if (event.kind() == Kind.SOURCE_READ || event.kind() == Kind.LANDED) {
      return false;
    }
    int pe = jobState.inFlight().get(event.operation()).operation().origin().pe();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      boolean still =
          agent == null
              || switch (agent.wait) {
                case null -> true;
                case Wait.ForOperation wait -> wait.operation() != event.operation();
                case Wait.ForQuiet _, Wait.ForFence _, Wait.ForStores _, Wait.ForSystemFence _ ->
                    agent.pe != pe;
                case Wait.ForVisibility _ -> false;
                case Wait.ForWords _,
                    Wait.ForMeeting _,
                    Wait.ForDevice _,
                    Wait.ForThreads _,
                    Wait.ForGrid _,
                    Wait.ForTask _ ->
                    true; // for an agent, or for a step of their own
              };
      if (!still) {
        return false;
      }
    }
    return true;
  }

  /** What agents look at that stand at a wait, or a look of a loop, which does not hold. */
  public List<Access> blockedWaits() {
    List<Access> waits = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null
          && !agent.failed
          && stands(agent)
          && (!guardHolds(agent) || spins.fails(agent) || failedTests.spent(agent))) {
        waits.addAll(touched(agent));
      }
    }
    return waits;
  }

  /** What the collectives touch at which agents wait for others. */
  public List<Access> openCollectives() {
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
   * Whether an agent could take its step before an update that has added so much to the word which
   * it looks at: a wait that needs the update never comes first.
   */
  public boolean mayGoOnWithout(int number, long added) {
    Agent agent = jobState.agent(number);
    return agent == null
        || (facilities.communication.mayGoOnWithout(agent, added)
            && !spins.failsWithout(agent, added));
  }

  /** Whether an agent goes round a loop until somebody changes what it looks at. */
  public boolean spins(int number) {
    Agent agent = jobState.agent(number);
    return agent != null && stands(agent) && guardHolds(agent) && spins.fails(agent);
  }

  private List<Access> touched(@Nullable Agent agent) {
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
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (meetsEverything(next)) {
      Use use = exits(next) ? Use.EXIT : Use.QUERY;
      touched.add(moment(0, PROGRESSING, use, -1, agent.id, agent.pe, jobState.line(agent)));
    } else if (jobState.ahead().asksDevice() || exiting()) {
      touched.add(progress(agent));
    }
    if (next instanceof Instruction.Arrive) {
      touched.add(turn(agent, ARRIVING, Use.TURN));
      addArrival(touched, agent);
    } else if (jobState.rules().capabilities().quietCoversOthers()) {
      if (next instanceof Instruction.OneSided) {
        touched.add(turn(agent, ISSUING, Use.ISSUE));
      } else if (next instanceof Instruction.Quiet) {
        touched.add(turn(agent, ISSUING, Use.DRAIN));
      }
    }
    return touched;
  }

  // A PE is at one collective of a team at a time, from its arrival to its end.
  private void addArrival(List<Access> accesses, Agent agent) {
    int team =
        switch (facilities.meetings.place(agent)) {
          case MeetingPlace.InTeam of -> of.team();
          case MeetingPlace.World _ -> WORLD;
          case null, default -> NOWHERE;
        };
    if (team != NOWHERE && jobState.peState(agent.pe).severalAgents) {
      Access.Place place = new Access.Place(Space.NONE, agent.pe, team, MEETING, "a team");
      accesses.add(
          Access.of(place, 0, 1, Use.ARRIVAL, -1, agent.id, agent.pe, jobState.line(agent)));
    }
  }

  /** Whether an agent stands before one of the moments that touch no memory. */
  public static boolean isTurn(Machine machine, int number) {
    Agent agent = machine.jobState().agent(number);
    if (agent == null || agent.function < 0) {
      return false;
    }
    Instruction next = machine.jobState().code(agent.function).body[agent.pc];
    return next instanceof Instruction.Quiet
        || next instanceof Instruction.Arrive
        || next instanceof Instruction.OneSided;
  }

  private Access turn(Agent agent, int what, Use use) {
    return moment(agent.pe, what, use, -1, agent.id, agent.pe, jobState.line(agent));
  }

  private Access progress(Agent agent) {
    return moment(0, PROGRESSING, Use.PROGRESS, -1, agent.id, agent.pe, jobState.line(agent));
  }

  // Whatever lets a thread of any device go on may be what ends its kernel.
  private static Access progress(Origin origin, int operation) {
    return moment(
        0, PROGRESSING, Use.PROGRESS, operation, origin.agent(), origin.pe(), origin.line());
  }

  private static Access moment(
      int of, int what, Use use, int operation, int agent, int pe, SourceLine line) {
    Access.Place place = new Access.Place(Space.NONE, of, 0, what, "the order of calls");
    return Access.of(place, 0, 1, use, operation, agent, pe, line);
  }

  private static boolean meetsEverything(Instruction instruction) {
    return instruction instanceof Instruction.Invoke invoke && invoke.service().meetsEverything();
  }

  private static boolean exits(Instruction instruction) {
    return instruction instanceof Instruction.Invoke invoke
        && invoke.service() == Service.GLOBAL_EXIT;
  }

  // Whether somebody stands before the end of the job: steps before it and none behind it happen.
  private boolean exiting() {
    if (!jobState.ahead().exitsJob()) {
      return false;
    }
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null
          && !agent.failed
          && agent.function >= 0
          && exits(jobState.code(agent.function).body[agent.pc])
          && stands(agent)) {
        return true;
      }
    }
    return false;
  }

  /** What operations in flight may still touch. */
  public List<Access> open(Pending pending) {
    return accesses.open(pending);
  }

  private boolean acknowledge() {
    // Only the issuer can tell when it learned or got its value, and an agent that is told at
    // once may still be slow.
    List<Pending> due = new ArrayList<>(0);
    List<Pending> values = new ArrayList<>(0); // a value lands where it is used, or a quiet asks
    for (Pending pending : jobState.inFlight().pending()) {
      if (pending.onlyLastLeft()) {
        if (pending.kinds().getLast() == Kind.ACKNOWLEDGED || isAwaited(pending)) {
          due.add(pending);
        } else if (pending.landsInRegister()) {
          values.add(pending);
        }
      }
    }
    if (!values.isEmpty() && quietWaits()) {
      due.addAll(values);
      due.sort(Comparator.comparingInt(Pending::number)); // as they were issued
    }
    boolean progress = false;
    for (Pending pending : due) {
      Event event = pending.last();
      if (machine.mayHappen(pending, event)) {
        machine.happen(event);
        progress = true;
      }
    }
    return progress;
  }

  private boolean isAwaited(Pending pending) {
    Agent agent = jobState.agent(pending.operation().origin().agent());
    return pending.landsInRegister()
        && agent != null
        && agent.wait instanceof Wait.ForOperation wait
        && wait.operation() == pending.number();
  }

  private boolean quietWaits() {
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null && (agent.wait instanceof Wait.ForQuiet || standsBeforeQuiet(agent))) {
        return true;
      }
    }
    return false;
  }

  private boolean standsBeforeQuiet(Agent agent) {
    return agent.function >= 0
        && jobState.code(agent.function).body[agent.pc] instanceof Instruction.Quiet
        && stands(agent);
  }

  private boolean advance(int number) {
    Agent agent = jobState.agent(number);
    return agent != null && !agent.failed && unlessItFails(number, () -> goOn(number));
  }

  // What an agent does on its own; a failure is told, and the agent is set aside.
  private boolean unlessItFails(int number, BooleanSupplier does) {
    try {
      return does.getAsBoolean();
    } catch (ProgramFailure failure) {
      fails(number, failure);
      return true;
    }
  }

  private void fails(int number, ProgramFailure failure) {
    jobState.setAside(number);
    failed.accept(failure);
  }

  /** Lets an agent go on to its next step; says whether it executed or was released from a wait. */
  private boolean goOn(int number) {
    boolean moved = false;
    boolean released = false;
    for (int own = 0; own < MAX_OWN_INSTRUCTIONS; own++) {
      if (++looks % BETWEEN_LOOKS == 0 && unwanted.getAsBoolean()) {
        throw new Unwanted();
      }
      Agent agent = jobState.agent(number);
      if (agent == null || guards.stillBlocked(agent) || endsKernel(agent)) {
        return moved;
      }
      if (!mayTakeItsNextStep(agent)) {
        if (machine.run(number, 0) != Stop.FUEL) {
          return moved;
        }
        agent = jobState.agent(number);
        released = true;
      }
      if (agent == null || noticeable(agent)) {
        return moved || released; // its next step is about to touch what it did not touch before
      }
      long before = agent.executed();
      int alone = jobState.code(agent.function).own(agent.pc);
      Stop stop = machine.run(number, Math.max(alone, 1));
      moved |= stop == Stop.DONE || agent.executed() != before;
      if (stop == Stop.BLOCKED) {
        return moved;
      }
    }
    Agent agent = jobState.writableAgent(number);
    throw jobState.failure(
        agent, new Fault("more than " + MAX_OWN_INSTRUCTIONS + " instructions without a step"));
  }

  // Whether it is known without running the agent that it stands at an instruction.
  private boolean mayTakeItsNextStep(Agent agent) {
    return agent.wait == null
        && agent.function >= 0
        && agent.awaiting < 0
        && jobState.jobExit() == null;
  }

  /** Whether the agent has code and stands before a noticeable step. */
  private boolean stands(Agent agent) {
    return agent.function >= 0 && agent.awaiting < 0 && agent.at == null && noticeable(agent);
  }

  private boolean guardHolds(Agent agent) {
    return facilities.communication.mayWaitEnd(agent) && mayGoOn(agent);
  }

  private boolean mayGoOn(Agent agent) {
    return facilities.communication.mayPass(agent, jobState.code(agent.function).body[agent.pc])
        && facilities.hostThreads.blocked(agent) == null;
  }

  private boolean noticeable(Agent agent) {
    Code code = jobState.code(agent.function);
    if (code.own(agent.pc) > 0) {
      return false;
    }
    Instruction next = code.body[agent.pc];
    if (Frames.lateOperand(agent, code, agent.pc) != null) {
      return false; // it cannot be told yet what the instruction does
    }
    boolean always =
        switch (next) {
          case Instruction.WaitUntil _ -> true;
          case Instruction.Invoke i when i.service().meetsEverything() -> true;
          case Instruction.Arrive arrive ->
              arrive.kind().isCollective()
                  && (everyTurn(agent) || forecast.mayPrecede(agent, Ahead.COLLECTIVE));
          case Instruction.Quiet _ ->
              jobState.rules().capabilities().quietCoversOthers() && everyTurn(agent);
          default ->
              next instanceof Instruction.OneSided
                  && (jobState.rules().capabilities().actsAtIssue()
                      || (jobState.rules().capabilities().quietCoversOthers()
                          && (everyTurn(agent) || forecast.mayPrecede(agent, Ahead.QUIET))));
        };
    if (always || serialized.isNext(agent) || endsTask(agent, next)) {
      return true;
    }
    for (Access access : accesses.next(agent)) {
      if (shared(agent, access)) {
        return true;
      }
    }
    return false;
  }

  // Somebody may ask before, when all that the task does has been seen.
  private boolean endsTask(Agent agent, Instruction next) {
    return jobState.ahead().asksDevice()
        && agent.kind == Agent.Kind.STREAM
        && switch (next) {
          case Instruction.Return _ -> agent.depth == 0;
          case Instruction.Invoke invoke -> invoke.service() == Service.CUDA_EVENT_MARK;
          default -> false;
        };
  }

  private boolean endsKernel(Agent agent) {
    return jobState.ahead().asksDevice()
        && agent.kind == Agent.Kind.STREAM
        && agent.function < 0
        && jobState.jobExit() == null
        && facilities.device.kernelIsOver(agent);
  }

  private boolean everyTurn(Agent agent) {
    return turns == Turns.ALL && jobState.peState(agent.pe).severalAgents;
  }

  private boolean shared(Agent agent, Access access) {
    boolean own =
        switch (access.place().space()) {
          case LOCAL -> true;
          case SHARED ->
              agent.kind == Agent.Kind.DEVICE_THREAD && jobState.blockThreads(agent) == 1;
          case PRIVATE ->
              access.use() == Use.FREE
                  || (residence(agent, access) == Residence.HOST
                      && !facilities.hostThreads.several(agent.pe))
                  || residence(agent, access) == Residence.READ_ONLY;
          case NONE, FUNCTION, CONSTANT -> true;
          case SYMMETRIC, PEER -> access.use() == Use.FREE;
        };
    return !own || watched.test(access.place()) || windowOpen(access);
  }

  private Residence residence(Agent agent, Access access) {
    if (access.place().space() != Space.PRIVATE) {
      return Residence.HOST;
    }
    var object = jobState.peState(agent.pe).objects.at(access.place().index());
    return object == null ? Residence.HOST : object.residence();
  }

  private boolean windowOpen(Access access) {
    for (Pending pending : jobState.inFlight().pending()) {
      if (!mayTouch(pending.operation(), access.place())) {
        continue;
      }
      for (Access open : accesses.open(pending)) {
        if (open.overlaps(access)) {
          return true;
        }
      }
    }
    return false;
  }

  // Remote sides are symmetric, and at most one object is a local side.
  private static boolean mayTouch(Operation operation, Access.Place place) {
    return switch (operation) {
      case Operation.Put put -> mayTouch(put.local(), place);
      case Operation.Get get -> mayTouch(get.local(), place);
      case Operation.Amo amo -> mayTouch(amo.fetch(), place);
      default -> place.space() == Space.SYMMETRIC;
    };
  }

  private static boolean mayTouch(long local, Access.Place place) {
    return place.space() == Space.SYMMETRIC || place.space() == Address.space(local);
  }
}
