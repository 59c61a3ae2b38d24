package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.PureWaits;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/**
 * Takes a machine from one visible operation to the next: all invisible instructions between two
 * steps are executed at once, because they are independent. {@link VisibleOperations} decides which
 * these are.
 *
 * <p>An agent that fails is set aside: it takes no step any more, and the others continue, since
 * all that they do before it fails, if it is slow, they do here.
 *
 * <p>A test of a spin loop that would only come back to itself is no step, but a wait: see {@link
 * SpinLoops}.
 */
public final class Steps {
  /** An agent that computes for so long without a visible operation never stops. */
  private static final int MAX_OWN_INSTRUCTIONS = 50_000_000;

  /** Among operations in flight by the ten thousand, so many instructions take a second. */
  private static final int BETWEEN_LOOKS = 256;

  private final Machine machine;
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;
  private final Windows windows;
  private final Guards guards;
  private final VisibleOperations visibleOperations;
  private final StepFootprints footprints;
  private final SpinLoops spinLoops;
  private final SerializedCalls serialized;
  private final PollBudget pollBudget;
  private final MultiWordWaits multiWordWaits;
  private final CachedLoads cachedLoads;
  private final EarlierAtomics earlierAtomics;
  private final HeldBack heldBack;
  private Consumer<ProgramFailure> failed = _ -> {};
  private BooleanSupplier unwanted = () -> false;
  private int looks;
  private boolean bounded;

  /** The steps of a machine where memory of one agent counts while an operation uses it. */
  public Steps(Machine machine) {
    this(machine, place -> false, VisibleOperations.SyncPoints.OPEN);
  }

  /**
   * The steps of a machine for dependency-tracking searches (DPOR): every ordering decision is a
   * step of its own.
   *
   * @param watched memory that is visible although one agent alone reaches it
   */
  public Steps(Machine machine, Predicate<Access.Place> watched) {
    this(machine, watched, VisibleOperations.SyncPoints.ALL);
  }

  private Steps(
      Machine machine, Predicate<Access.Place> watched, VisibleOperations.SyncPoints turns) {
    this.machine = machine;
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = new Accesses(machine);
    this.windows = accesses.windows();
    this.serialized = new SerializedCalls(machine);
    HostTermination hostTermination = new HostTermination(machine);
    this.earlierAtomics = new EarlierAtomics(machine, accesses);
    this.footprints = new StepFootprints(machine, accesses, serialized, hostTermination);
    this.visibleOperations =
        new VisibleOperations(machine, turns, accesses, footprints, hostTermination, watched);
    this.guards = new Guards(jobState, layers.communication.completion());
    this.spinLoops = new SpinLoops(machine, visibleOperations::at);
    this.pollBudget = new PollBudget(machine);
    this.multiWordWaits = new MultiWordWaits(machine, accesses);
    this.cachedLoads = new CachedLoads(machine, accesses);
    this.heldBack = new HeldBack(machine);
  }

  /**
   * Lets settling end early.
   *
   * @param unwanted asked now and then while agents go on; true ends it with {@link Cancelled}
   */
  public Steps unless(BooleanSupplier unwanted) {
    this.unwanted = unwanted;
    return this;
  }

  /**
   * Sets the receiver of each failure of an agent from now on.
   *
   * @param failed there was none before
   */
  public Steps telling(Consumer<ProgramFailure> failed) {
    this.failed = failed;
    return this;
  }

  /** The machine whose steps these are. */
  public Machine machine() {
    return machine;
  }

  /**
   * Runs everything invisible.
   *
   * @return whether an agent went on
   * @throws ProgramFailure when an event of an operation cannot happen any more
   * @throws Cancelled when the next steps are not wanted any more
   */
  public boolean settle() {
    boolean ran = goOn();
    while (serialized.check(failed)) {
      ran |= goOn();
    }
    return ran;
  }

  private boolean goOn() {
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
      progress |= acknowledge(); // the condition of an agent is known once it was run
    }
    return ran;
  }

  /**
   * The steps that are possible in a settled machine: those of agents first, and last those that
   * the library may hold back.
   */
  public List<Step> enabled() {
    List<Step> steps = new ArrayList<>();
    List<Step> late = new ArrayList<>(0);
    List<Agent> several = new ArrayList<>(0);
    bounded = false;
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent == null || agent.failed) {
        continue;
      }
      if (visibleOperations.endsKernel(agent)) {
        if (layers
            .communication
            .completion()
            .mayPass(OrderingCall.SYSTEM_FENCE, Completion.caller(agent, Contexts.DEFAULT))) {
          steps.add(new Step.OfAgent(agent.id));
        }
        continue;
      }
      if (!visibleOperations.stands(agent)) {
        continue;
      }
      if (multiWordWaits.isNext(agent)) {
        if (mayGoOn(agent)) {
          several.add(agent);
          steps.addAll(multiWordWaits.answers(agent, mayFail(agent)));
        }
      } else if (guardHolds(agent)) {
        if (pollBudget.spent(agent)) {
          bounded |= !spinLoops.fails(agent);
        } else if (!spinLoops.fails(agent)) {
          steps.add(new Step.OfAgent(agent.id));
        }
        steps.addAll(fromCache(agent));
        steps.addAll(earlierAtomics.of(agent, spinLoops));
        for (Pending signal : machine.glimpses(agent.id)) {
          if (!spinLoops.fails(agent, signal)) {
            steps.add(new Step.OfGlimpse(agent.id, signal.number()));
          }
        }
      }
    }
    boolean someHeldBack = heldBack.any();
    for (Event event : machine.enabledEvents()) {
      if (event.kind() != Kind.LANDED
          || !jobState.inFlight().get(event.operation()).landsInRegister()) {
        Step.OfNetwork step = new Step.OfNetwork(event);
        List<Step> place = someHeldBack && heldBack.holds(step) ? late : steps;
        place.add(step);
        place.addAll(fromCache(step));
      }
    }
    steps.addAll(late);
    steps.addAll(multiWordWaits.looks(several, steps, footprints::by));
    return steps;
  }

  /**
   * Whether there are steps, and the library may hold back all of them: no agent has to go on.
   *
   * @param enabled those that are possible now
   */
  public boolean mayEndHere(List<Step> enabled) {
    return heldBack.all(enabled);
  }

  // The steps of an agent whose loads a cache answers.
  private List<Step> fromCache(Agent agent) {
    List<Step> steps = new ArrayList<>(0);
    int answers = cachedLoads.answers(agent);
    for (int answer = 1; answer <= answers; answer++) {
      boolean[] again = new boolean[1];
      layers.plainLoads.answering(answer, () -> again[0] = spinLoops.fails(agent));
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

  /** The finding of a step whose loads a cache answers, before it is taken. */
  public Optional<StaleLoad> staleLoad(Step step) {
    return step instanceof Step.OfCache of ? cachedLoads.stale(of) : Optional.empty();
  }

  // Whether a test that says no is a step, and no round of a loop that waits.
  private boolean mayFail(Agent agent) {
    boolean again = spinLoops.fails(agent);
    boolean spent = pollBudget.spent(agent);
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
    boolean enablesNoAgent = EnablingSteps.enablesNoAgent(jobState, step);
    perform(step);
    if (enablesNoAgent) {
      acknowledge(); // all that settling would do
      return false;
    }
    return settle() || !(step instanceof Step.OfNetwork);
  }

  /**
   * Takes a step and leaves its consequences to the next settling.
   *
   * @throws ProgramFailure when an event of an operation cannot happen any more
   */
  public void perform(Step step) {
    jobState.happensBeforeListener().taking(step, () -> footprints.by(step));
    switch (step) {
      case Step.OfAgent of -> {
        Agent agent = jobState.writableAgent(of.agent());
        boolean between = agent.function < 0; // a stream, which goes on to its next task
        if (!between) {
          pollBudget.count(agent);
        }
        unlessItFails(
            of.agent(), () -> machine.run(of.agent(), between ? 0 : 1) != StopReason.BLOCKED);
      }
      case Step.OfGlimpse of -> machine.glimpse(of.agent(), of.operation());
      case Step.OfLook of -> {
        pollBudget.count(jobState.writableAgent(of.agent()));
        unlessItFails(
            of.agent(),
            () -> {
              Agent agent = jobState.writableAgent(of.agent());
              if (earlierAtomics.isAtomic(agent)) {
                earlierAtomics.take(agent, of);
              } else {
                machine.look(of);
              }
              return true;
            });
      }
      case Step.OfNetwork of -> machine.happen(of.event());
      case Step.OfCache of -> layers.plainLoads.answering(of.answer(), () -> perform(of.step()));
    }
  }

  /** The accesses of a step, and those that stand for its dependence on other agents' order. */
  public List<Access> touched(Step step) {
    return footprints.by(step);
  }

  /**
   * The accesses of the agents that are at a visible operation. A wait counts as soon as it is
   * reached, whether its condition holds or not.
   */
  public List<Access> nextAccesses() {
    return visibleOperations.nextAccesses();
  }

  /**
   * Whether a step certainly enables no blocked agent: none waits for the completion that the event
   * brings, and it ends no use of memory that an agent alone reaches.
   */
  public boolean enablesNoAgent(Step step) {
    return EnablingSteps.enablesNoAgent(jobState, step);
  }

  /** The accesses of the collectives at which agents wait for others. */
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
   * The accesses of agents at a wait, or at the test of a spin loop, whose condition does not hold.
   */
  public List<Access> blockedWaits() {
    List<Access> waits = new ArrayList<>();
    for (int number = 0; number < jobState.agentLimit(); number++) {
      Agent agent = jobState.agent(number);
      if (agent != null
          && !agent.failed
          && visibleOperations.stands(agent)
          && (!guardHolds(agent) || spinLoops.fails(agent) || pollBudget.spent(agent))) {
        waits.addAll(footprints.by(agent));
      }
    }
    return waits;
  }

  /**
   * Whether an agent's step would be enabled before an update that has added so much to the word
   * that it tests: a wait that needs the update never precedes it.
   */
  public boolean mayGoOnWithout(int number, long added) {
    Agent agent = jobState.agent(number);
    return agent == null
        || jobState.rules().weakAtomics() // it may show a value from before the update
        || (layers.communication.waits().mayGoOnWithout(agent, added)
            && !spinLoops.failsWithout(agent, added));
  }

  /** Whether an agent spins in a loop until another one changes the word that it tests. */
  public boolean spins(int number) {
    Agent agent = jobState.agent(number);
    return agent != null
        && visibleOperations.stands(agent)
        && guardHolds(agent)
        && spinLoops.fails(agent);
  }

  /** The accesses that operations in flight may still make. */
  public List<Access> open(Pending pending) {
    return windows.open(pending);
  }

  /** The accesses of an event that is about to happen. */
  public List<Access> of(Pending pending, Event event) {
    return windows.of(pending, event);
  }

  private boolean acknowledge() {
    // Only the issuer can observe when an operation is acknowledged or its value landed, and an
    // agent that is notified at once may still be slow.
    List<Pending> due = new ArrayList<>(0);
    List<Pending> inFlight = jobState.inFlight().pending();
    for (int i = 0; i < inFlight.size(); i++) { // too often for an iterator each time
      Pending pending = inFlight.get(i);
      if (pending.onlyLastLeft()
          && (pending.kinds().getLast() == Kind.ACKNOWLEDGED || landsNow(pending))) {
        due.add(pending);
      }
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

  // A value lands where its agent uses it, or asks for all that it has issued.
  private boolean landsNow(Pending pending) {
    if (!pending.landsInRegister()) {
      return false;
    }
    Agent agent = jobState.agent(pending.operation().origin().agent());
    return agent == null
        || !agent.expects(pending.number())
        || switch (agent.wait) {
          case Wait.ForOperation wait -> wait.operation() == pending.number();
          case Wait.ForQuiet _ -> true;
          case null, default -> standsBeforeQuiet(agent);
        };
  }

  private boolean standsBeforeQuiet(Agent agent) {
    return agent.function >= 0
        && jobState.code(agent.function).body[agent.pc] instanceof Instruction.Quiet
        && visibleOperations.stands(agent);
  }

  private boolean advance(int number) {
    Agent agent = jobState.agent(number);
    return agent != null && !agent.failed && unlessItFails(number, () -> goOn(number));
  }

  // Runs an agent by itself; a failure is reported, and the agent is set aside.
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
        throw new Cancelled();
      }
      Agent agent = jobState.agent(number);
      if (agent == null || guards.stillBlocked(agent) || visibleOperations.endsKernel(agent)) {
        return moved;
      }
      if (!mayTakeItsNextStep(agent)) {
        if (machine.run(number, 0) != StopReason.FUEL) {
          return moved;
        }
        agent = jobState.agent(number);
        released = true;
      }
      if (agent == null || visibleOperations.at(agent)) {
        return moved || released; // its next step has accesses that it did not have before
      }
      long before = agent.executed();
      int alone = jobState.code(agent.function).own(agent.pc);
      StopReason stop = machine.run(number, Math.max(alone, 1));
      moved |= stop == StopReason.DONE || agent.executed() != before;
      if (stop == StopReason.BLOCKED) {
        return moved;
      }
    }
    Agent agent = jobState.writableAgent(number);
    throw jobState.failure(
        agent, new Fault("more than %s instructions without a step", MAX_OWN_INSTRUCTIONS));
  }

  // Whether it is known without running the agent that it stands at an instruction.
  private boolean mayTakeItsNextStep(Agent agent) {
    return agent.wait == null
        && agent.function >= 0
        && agent.awaiting < 0
        && jobState.jobExit() == null;
  }

  private boolean guardHolds(Agent agent) {
    return layers.communication.waits().mayWaitEnd(agent) && mayGoOn(agent);
  }

  private boolean mayGoOn(Agent agent) {
    return layers
            .communication
            .completion()
            .mayPass(agent, jobState.code(agent.function).body[agent.pc])
        && layers.hostThreads.blocked(agent) == null
        && PureWaits.blocked(layers, agent) == null;
  }
}
