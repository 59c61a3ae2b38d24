package org.shmemlab.model.explore.clock;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.shmemlab.model.explore.clock.RaceDetector.Touch;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Accesses;
import org.shmemlab.model.machine.InheritedHappensBefore;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.machine.Windows;
import org.shmemlab.model.operation.AtomicEffect;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.AgentNames;
import org.shmemlab.model.step.AsyncPhase;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Step;
import org.shmemlab.model.threads.ClockName;
import org.shmemlab.model.threads.ThreadEvent;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * Tracks happens-before in one execution, by vector clocks: every agent and every operation in
 * flight is a thread of control with a clock of its own. The second detector of conflicts: it finds
 * two accesses that no edge orders (memory model, section 4), however far apart they happened.
 *
 * <p>It knows only the edges that are reported to it and never reads windows of other operations,
 * so that {@link Conflicts#find} and it can be compared.
 */
public sealed class HappensBefore implements InheritedHappensBefore permits RunRaces {
  private final Machine machine;
  private final Specification rules;
  private final ThreadOrder order;
  private final Conflicts conflicts;
  private final Accesses accesses;
  private final Windows windows;

  final AgentClocks agents;
  final OperationClocks operations;
  final Set<Access.Place> watched = new HashSet<>();
  private final RaceDetector detector;
  private final List<ExecutionStep> executedSteps = new ArrayList<>();
  private final List<ImmutableIntArray> immediatePredecessors = new ArrayList<>();
  private final Messages messages;
  private final ReleasePatterns patterns;
  private final CommutingUpdates commutingUpdates = new CommutingUpdates();
  private int depth;
  private long executed; // by the agent that steps, before
  private int taken;
  private final boolean carried;

  /** The order of the execution that a machine begins. */
  public HappensBefore(Machine machine, Conflicts conflicts) {
    this(machine, conflicts, false, new RaceDetector(conflicts));
  }

  HappensBefore(Machine machine, Conflicts conflicts, boolean carried, RaceDetector detector) {
    this.machine = machine;
    this.rules = conflicts.rules();
    this.order = rules.threads();
    this.conflicts = conflicts;
    this.detector = detector;
    this.carried = carried;
    this.accesses = new Accesses(machine);
    this.windows = accesses.windows();
    this.agents = new AgentClocks(machine, rules.threads());
    this.operations = new OperationClocks(rules);
    this.messages = new Messages();
    this.patterns = new ReleasePatterns(machine, order, agents, operations, detector, messages);
    machine.listen(this);
  }

  private HappensBefore(HappensBefore other, Machine fork) {
    this.machine = fork;
    this.rules = other.rules;
    this.order = other.order;
    this.conflicts = other.conflicts;
    this.carried = true;
    this.accesses = new Accesses(fork);
    this.windows = accesses.windows();
    LiveHappensBefore needed = other.remembered();
    this.agents = new AgentClocks(other.agents, fork);
    this.operations = new OperationClocks(other.operations, needed::is);
    this.detector = new RaceDetector(other.detector, needed::is);
    this.messages = new Messages(other.messages, needed::is);
    this.patterns =
        new ReleasePatterns(other.patterns, fork, agents, operations, detector, messages);
    this.taken = other.taken;
  }

  /**
   * Lets a machine carry happens-before from state to state, where its program passes values in
   * ways that order no memory: the receiver's access follows in every schedule, so that no state
   * has both accesses open at once.
   */
  public static Machine carriedBy(Machine start, Optional<Conflicts> conflicts) {
    Optional<Conflicts> all = conflicts.or(() -> Conflicts.ofWeakAtomics(start.rules()));
    if (all.isEmpty() || !start.handsOverWithoutOrder()) {
      return start;
    }
    Machine machine = start.fork();
    new HappensBefore(machine, all.get(), true, new RaceDetector(all.get()));
    return machine;
  }

  /**
   * Two accesses of a machine's way to its state that nothing orders, if it carries their order.
   */
  public static Optional<Conflict> carriedConflict(Machine machine, Steps steps) {
    if (!(machine.happensBeforeListener() instanceof HappensBefore happensBefore)
        || !happensBefore.carried) {
      return Optional.empty();
    }
    unfinished(steps).forEach(happensBefore::waiting);
    return happensBefore.conflict().map(Race::conflict);
  }

  // The accesses of agents blocked at a wait or a collective, which may never end.
  private static List<Access> unfinished(Steps steps) {
    List<Access> accesses = new ArrayList<>(steps.blockedWaits());
    accesses.addAll(steps.openCollectives());
    return accesses;
  }

  @Override
  public HappensBeforeListener forFork(Machine fork) {
    return carried ? new HappensBefore(this, fork) : NONE;
  }

  @Override
  public long fingerprint(AgentNames names) {
    return carried ? remembered().fingerprint(names) : 0;
  }

  @Override
  public void describe(AgentNames names, BlockParts parts) {
    if (carried) {
      remembered().describe(names, parts);
    }
  }

  private LiveHappensBefore remembered() {
    return new LiveHappensBefore(
        machine, rules, agents, operations, detector.history(), messages, patterns.fences());
  }

  @Override
  public void taking(Step step, Supplier<List<Access>> touches) {
    if (carried) {
      stepping(-1, step, touches.get());
    }
  }

  /** Memory of one agent alone that an operation has used. */
  public boolean isWatched(Access.Place place) {
    return watched.contains(place);
  }

  /** The steps so far. */
  public List<ExecutionStep> executedSteps() {
    return executedSteps;
  }

  /**
   * The earlier steps that a step depends on with no other in between: the other order of the two
   * may be possible. Latest first.
   */
  public ImmutableIntArray immediatePredecessors(int step) {
    return immediatePredecessors.get(step);
  }

  /** The first two accesses that nothing orders. */
  public Optional<Race> conflict() {
    return detector.race();
  }

  /** The name of a step that is possible now. */
  public Transition name(Step step) {
    return switch (step) {
      case Step.OfAgent of -> new Transition(agents.of(of.agent()).actor, isTurn(of.agent()));
      case Step.OfGlimpse of ->
          Transition.glimpse(agents.of(of.agent()).actor, operations.of(of.operation()).actor);
      case Step.OfLook of -> Transition.look(agents.of(of.agent()).actor, of.answer());
      case Step.OfNetwork of -> operations.of(of.event().operation()).move();
      case Step.OfCache of -> throw fromCache(of);
    };
  }

  private boolean isTurn(int number) {
    Agent agent = machine.agent(number);
    return agent != null && accesses.isTurn(agent);
  }

  /** A step with these accesses is about to be taken at this depth of the execution. */
  public void stepping(int at, Step step, List<Access> touches) {
    depth = at;
    executed = executed(machine, step);
    switch (step) {
      case Step.OfNetwork _ -> {} // the machine reports it itself
      case Step.OfAgent of -> {
        Agent agent = machine.agent(of.agent());
        long amount = agent == null ? 0 : accesses.added(agent);
        stepping(agents.of(of.agent()), name(step), touches, 0);
        updates(amount, touches.stream());
      }
      case Step.OfGlimpse of -> {
        AgentClock agent = agents.of(of.agent());
        // It sees the signal before that is there, and not before it is sent.
        agent.join(operations.of(of.operation()).opened);
        stepping(agent, name(step), touches, 0);
      }
      case Step.OfLook of -> {
        stepping(agents.of(of.agent()), name(step), touches, of.answer());
        updates(0, touches.stream());
      }
      case Step.OfCache of -> throw fromCache(of);
    }
  }

  /** How many instructions the actor of a step has executed before; 0 for the network. */
  public static long executed(Machine machine, Step step) {
    Agent agent = step.agent() < 0 ? null : machine.agent(step.agent());
    return agent == null ? 0 : agent.executed();
  }

  // Only rules that define every order have caches, and those need no vector clocks.
  private static IllegalStateException fromCache(Step.OfCache step) {
    return new IllegalStateException("a cache answers where orders are looked for: " + step);
  }

  /** A step with these accesses is enabled, and the execution ends here. */
  public void possible(Step step, List<Access> touches) {
    stepping(-1, step, touches);
    if (step instanceof Step.OfNetwork(Event event)) {
      occurring(machine.inFlight().get(event.operation()), event);
    }
  }

  private void stepping(AgentClock agent, Transition move, List<Access> touches, int place) {
    ImmutableList.Builder<Touch> opened = ImmutableList.builder();
    List<ReleaseClocks> shown = new ArrayList<>(touches.size());
    boolean plain = true;
    for (Access access : touches) {
      opened.add(touch(agent, access));
      shown.add(patterns.shown(agent, access, place));
      plain &= conflicts.isPlain(access);
    }
    for (ReleaseClocks one : shown) {
      patterns.read(agent, "read", one, ThreadScope.SYSTEM);
    }
    ImmutableList<Touch> all = opened.build();
    agent.clock = happen(move, agent.thread, agent.time, agent.clock, all);
    for (int i = 0; i < touches.size(); i++) {
      AtomicScope scope = touches.get(i).scope();
      if (scope != null && scope.order().acquires()) {
        patterns.read(agent, "read.acquire", shown.get(i), scope.reach());
      }
    }
    all.forEach(touch -> patterns.tookEffect(agent, touch, place));
    touches.forEach(this::causes);
    if (!plain) {
      agent.publish(); // other steps may follow this one and not the next
    }
  }

  /**
   * An agent is blocked at a wait with this access, or at a collective.
   *
   * @return the dependence of its end
   */
  public RaceDetector.Dependence waiting(Access access) {
    AgentClock agent = agents.of(access.agent());
    return detector.meet(ImmutableList.of(touch(agent, access)), agent.thread, agent.clock, taken);
  }

  /** Records the accesses of agents that are still blocked at a deadlock. */
  public void recordBlockedAccesses(Steps steps) {
    List<Access> accesses = unfinished(steps);
    accesses.forEach(this::waiting);
    for (Access update : accesses) {
      if (update.use().updates()) {
        accesses.forEach(other -> detector.meet(update, other, this::next));
      }
    }
  }

  private Race.Side next(Access access) {
    AgentClock agent = agents.of(access.agent());
    return new Race.Side(agent.opened(access).steps(), agent.thread, taken);
  }

  // Hands direct stores over between the agent of an atomic and its word.
  private void causes(Access access) {
    AtomicScope scope = access.scope();
    if (scope != null) {
      AtomicEffect effect =
          switch (access.use()) {
            case ATOMIC_LOAD -> AtomicEffect.LOAD;
            case ATOMIC_STORE -> AtomicEffect.STORE;
            default -> AtomicEffect.UPDATE;
          };
      Access.Place place = access.place();
      long word = mix(mix(place.space().ordinal(), place.group(), place.index()), access.from());
      operations.flow(
          access.agent(),
          store -> store.accessed(access.agent(), scope, place.pe(), word, effect, order));
    }
  }

  /** Every step that happens-before the agent's next one. */
  public Clock known(int agent) {
    return agents.of(agent).clock.steps();
  }

  /** The name of an agent. */
  public Actor actor(int agent) {
    return agents.of(agent).actor;
  }

  /** How many accesses to an object there were. */
  public int accesses(Access.Place place) {
    return detector.history().count(place);
  }

  private Touch touch(AgentClock agent, Access access) {
    return new Touch(
        access,
        agent.opened(access),
        patterns.released(agent, access),
        operations.storesBefore(access.agent(), access.use().isOfBulkCopy()));
  }

  @Override
  public void issued(Pending pending) {
    AgentClock agent = agents.of(pending.operation().origin().agent());
    operations.issued(pending, agent, agents.slot(agent));
    for (Access access : windows.open(pending)) {
      if (access.use() == Access.Use.SOURCE || access.use() == Access.Use.DESTINATION) {
        watched.add(access.place());
      }
    }
  }

  @Override
  public void occurring(Pending pending, Event event) {
    OperationClock operation = operations.of(pending.number());
    if (event.kind() == Kind.ACKNOWLEDGED) {
      return;
    }
    boolean update =
        event.kind() == Kind.VISIBLE
            || event.kind() == Kind.RMW
            || event.kind() == Kind.SIGNAL_VISIBLE;
    operation.time++;
    CausalPast memory = update ? operation.inOrder() : operation.clock;
    // An update shows itself, and all that is ordered before it.
    ReleaseClocks shown =
        ReleaseClocks.everywhere(memory.with(operation.thread, operation.time).memory());
    ImmutableList<Touch> touches =
        windows.of(pending, event).stream()
            .map(access ->
                new Touch(
                    access,
                    operation.opened,
                    access.use().isWatchedWrite() ? shown : ReleaseClocks.NOTHING,
                    operation.earlierStores))
            .collect(ImmutableList.toImmutableList());
    operation.clock =
        happen(operation.move(), operation.thread, operation.time, memory, touches)
            .with(operation.thread, operation.time);
    if (update) {
      operation.updated = operation.clock;
      updates(CommutingUpdates.amount(operation.operation), touches.stream().map(Touch::access));
    }
    if (event.kind() == Kind.SOURCE_READ || event.kind() == Kind.LANDED) {
      operation.local = operation.clock;
    }
    if (event.kind() == Kind.LANDED && pending.landsInRegister()) {
      int number = pending.operation().origin().agent();
      Agent issuer = machine.agent(number);
      if (issuer != null && issuer.expects(pending.number())) {
        operations.landed(pending, agents.of(number));
      }
    }
  }

  private void updates(long amount, Stream<Access> touches) {
    if (carried) {
      return;
    }
    ExecutionStep step = executedSteps.getLast();
    if (amount != 0) {
      commutingUpdates.add(step.index(), amount);
      return;
    }
    touches
        .filter(access -> access.use().updates() && !conflicts.isPlain(access))
        .forEach(access -> commutingUpdates.replace(step, access, machine));
  }

  /** The races of this execution. */
  public RaceDetector detector() {
    return detector;
  }

  /** The amounts that the steps have added to their words, and the steps that did not add. */
  public CommutingUpdates commutingUpdates() {
    return commutingUpdates;
  }

  @Override
  public void returned(int agent, int operation) {
    boolean over = machine.inFlight().find(operation) == null;
    operations.returned(operation, agents.of(agent), over);
  }

  @Override
  public void fenced(Caller caller) {
    operations.fenced(caller);
  }

  @Override
  public void passed(OrderingCall call, Caller caller) {
    operations.passed(call, caller, agents.of(caller.agent()));
  }

  @Override
  public void arrived(int agent) {
    agents.arrived(agent);
  }

  @Override
  public void met(BitSet numbers) {
    ThreadEvent barrier = order.at("barrier");
    numbers.stream()
        .forEach(agent ->
            operations.flow(agent, store -> store.fenced(agent, barrier, ThreadScope.SYSTEM)));
    agents.met(numbers, "barrier");
  }

  @Override
  public void left(int agent, MeetingPlace place) {
    agents.left(agent, place);
  }

  @Override
  public void found(BitSet numbers, MeetingPlace place) {
    agents.found(numbers, place);
  }

  @Override
  public void closed(MeetingPlace place) {
    agents.closed(place);
  }

  @Override
  public void exchanged(BitSet numbers) {
    agents.met(numbers, "exchange");
  }

  @Override
  public void threadFenced(int agent, ThreadScope reach, ThreadEvent fence) {
    agents.fenced(agent, reach, fence);
    operations.flow(agent, store -> store.fenced(agent, fence, reach));
    if (fence.reaches(ClockName.ASYNC_GLOBAL)) {
      operations.proxiesFenced(agent);
    }
  }

  @Override
  public void sequentiallyFenced(int agent, ThreadScope reach) {
    patterns.sequentiallyFenced(agents.of(agent), reach);
  }

  @Override
  public List<Integer> earlierPlaces(Access access, boolean writes) {
    return messages.earlierPlaces(agents.of(access.agent()), access, writes);
  }

  @Override
  public long valueAt(Access access, int place) {
    return messages.value(access, place);
  }

  @Override
  public void wrote(long before, long after) {
    messages.wrote(before, after);
  }

  @Override
  public void changePhase(int agent, AsyncPhase what) {
    switch (what) {
      case BEGINS -> agents.beginAsynchronous(agent);
      case ENDS -> agents.alone(agent);
      case ENDS_IN_A_GROUP -> {
        CausalPast done = agents.alone(agent);
        agents.of(agent).groups = agents.of(agent).groups.join(done);
      }
      case GROUPS_ARE_OVER -> agents.of(agent).join(agents.of(agent).groups);
    }
  }

  @Override
  public void ordered(int before, int after) {
    agents.ordered(before, after);
    operations.ordered(before, after);
  }

  @Override
  public void ordered(BitSet numbers) {
    operations.ordered(numbers);
  }

  @Override
  public void ended(int agent) {
    agents.ended(agent);
    operations.ended(agent);
  }

  // Returns the clock of its actor then, without the step itself.
  private CausalPast happen(
      Transition move, int thread, int time, CausalPast before, ImmutableList<Touch> touches) {
    RaceDetector.Dependence met = detector.meet(touches, thread, before, taken);
    ExecutionStep step =
        new ExecutionStep(taken++, depth, move, executed, thread, time, met.all(), met.memory());
    if (!carried) { // a state is reached by many schedules, and lists none of them
      executedSteps.add(step);
      immediatePredecessors.add(met.immediatePredecessors());
    }
    detector.add(touches, step);
    touches.forEach(touch -> messages.overwritten(touch.access()));
    return new CausalPast(met.all(), met.memory());
  }
}
