package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.shmemlab.model.explore.History.Past;
import org.shmemlab.model.explore.RaceDetector.Touch;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Accesses;
import org.shmemlab.model.machine.InheritedCausality;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Causality;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Step;

/**
 * What comes before what in one execution, by vector clocks: every agent and every operation in
 * flight is a thread of control with a clock of its own. The second detector of conflicts: it finds
 * two accesses that no edge orders (memory model, section 4), however far apart they happened.
 *
 * <p>It knows only the edges it is told of and never looks at windows of other operations, so that
 * {@link Conflicts#find} and it can be compared.
 */
final class Order implements InheritedCausality {
  private final Machine machine;
  private final Specification rules;
  private final Conflicts conflicts;
  private final Accesses accesses;

  private final Map<Integer, AgentClock> agents = new HashMap<>();
  private final Map<Integer, OperationClock> operations = new LinkedHashMap<>(); // as issued
  private final Map<Actor, Integer> threads = new HashMap<>(); // of agents, in clocks
  private int threadCount; // of agents and operations
  private final Map<Retired, Known> retired = new HashMap<>();
  private final Map<MeetingPlace, Known> left = new HashMap<>(); // by who arrived and went on
  private final Map<Actor, Integer> counts = new HashMap<>();
  private final Set<Access.Place> watched = new HashSet<>();
  private final RaceDetector detector;
  private final List<Happening> happenings = new ArrayList<>();
  private final List<ImmutableIntArray> races = new ArrayList<>();
  private final Additions additions = new Additions();
  private int depth;
  private int taken;
  private final boolean carried;

  /** The order of the execution that a machine begins. */
  Order(Machine machine, Conflicts conflicts) {
    this(machine, conflicts, false);
  }

  private Order(Machine machine, Conflicts conflicts, boolean carried) {
    this.machine = machine;
    this.rules = conflicts.rules();
    this.conflicts = conflicts;
    this.detector = new RaceDetector(conflicts);
    this.carried = carried;
    this.accesses = new Accesses(machine);
    machine.listen(this);
  }

  private Order(Order other, Machine fork) {
    this.machine = fork;
    this.rules = other.rules;
    this.conflicts = other.conflicts;
    this.carried = true;
    this.accesses = new Accesses(fork);
    Remembered needed = new Remembered(other.machine, rules, other);
    other.agents.forEach((number, clock) -> agents.put(number, clock.copy()));
    Map<OperationClock, OperationClock> copies = new HashMap<>();
    other.operations.forEach((number, clock) -> {
      if (needed.is(number)) {
        operations.put(number, copies.computeIfAbsent(clock, OperationClock::copy));
      }
    });
    for (OperationClock clock : operations.values()) { // those that are over change no more
      clock.after.replaceAll(earlier -> copies.getOrDefault(earlier, earlier));
    }
    retired.putAll(other.retired);
    left.putAll(other.left);
    threadCount = other.threadCount;
    threads.putAll(other.threads);
    counts.putAll(other.counts);
    this.detector = new RaceDetector(other.detector, needed::is);
    this.taken = other.taken;
  }

  /**
   * Lets a machine carry the order of its accesses from state to state, where its program hands
   * values over in ways that order no memory: whoever got one comes later in every schedule, so no
   * state shows both accesses at once.
   */
  static Machine carriedBy(Machine start, Optional<Conflicts> conflicts) {
    if (conflicts.isEmpty() || !start.handsOverWithoutOrder()) {
      return start;
    }
    Machine machine = start.fork();
    new Order(machine, conflicts.get(), true);
    return machine;
  }

  /**
   * Two accesses of a machine's way to its state that nothing orders, if it carries their order.
   */
  static Optional<Conflict> carriedConflict(Machine machine, Steps steps) {
    if (!(machine.causality() instanceof Order order) || !order.carried) {
      return Optional.empty();
    }
    steps.blockedWaits().forEach(order::waiting);
    return order.conflict().map(Race::conflict);
  }

  @Override
  public Causality forFork(Machine fork) {
    return carried ? new Order(this, fork) : NONE;
  }

  @Override
  public long fingerprint() {
    return carried ? new Remembered(machine, rules, this).fingerprint() : 0;
  }

  @Override
  public void taking(Step step, Supplier<List<Access>> touches) {
    if (carried) {
      stepping(-1, step, touches.get());
    }
  }

  /** What every agent of the machine knows. */
  AgentClock clock(int agent) {
    return agent(agent);
  }

  /** The operations, by number, as they were issued. */
  Map<Integer, OperationClock> operations() {
    return operations;
  }

  /** What quiets come after that needs no place in clocks any more. */
  Map<Retired, Known> retired() {
    return retired;
  }

  /** What those knew who arrived at a place and went on, before the others have come. */
  Map<MeetingPlace, Known> left() {
    return left;
  }

  /** The accesses that a later one may be in conflict with. */
  History history() {
    return detector.history();
  }

  /** Memory of one agent alone that an operation has used. */
  boolean isWatched(Access.Place place) {
    return watched.contains(place);
  }

  /** The steps so far. */
  List<Happening> happenings() {
    return happenings;
  }

  /** The moves so far. */
  List<Move> moves() {
    return happenings.stream().map(Happening::move).toList();
  }

  /**
   * Earlier happenings that one depends on with nothing in between: the other order of the two may
   * be possible. Latest first.
   */
  ImmutableIntArray races(int happening) {
    return races.get(happening);
  }

  /** The first two accesses that nothing orders. */
  Optional<Race> conflict() {
    return detector.race();
  }

  /** The name of a step that is possible now. */
  Move name(Step step) {
    return switch (step) {
      case Step.OfAgent of -> new Move(agent(of.agent()).actor, Steps.isTurn(machine, of.agent()));
      case Step.OfGlimpse of ->
          Move.glimpse(agent(of.agent()).actor, operation(of.operation()).actor);
      case Step.OfLook of -> Move.look(agent(of.agent()).actor, of.answer());
      case Step.OfNetwork of -> move(operation(of.event().operation()));
      case Step.OfCache of -> throw fromCache(of);
    };
  }

  private static Move move(OperationClock operation) {
    return new Move(operation.actor, false);
  }

  /** A step is about to be taken at this depth of the execution, and touches this. */
  void stepping(int at, Step step, List<Access> touches) {
    depth = at;
    switch (step) {
      case Step.OfNetwork _ -> {} // the machine tells it itself
      case Step.OfAgent of -> {
        Agent agent = machine.agent(of.agent());
        long amount = agent == null ? 0 : accesses.added(agent);
        stepping(agent(of.agent()), name(step), touches);
        adds(amount);
      }
      case Step.OfGlimpse of -> {
        AgentClock agent =
            agent(of.agent()); // sees the signal before it is there, not before it is sent
        agent.clock = agent.clock.join(operation(of.operation()).opened);
        stepping(agent, name(step), touches);
      }
      case Step.OfLook of -> stepping(agent(of.agent()), name(step), touches);
      case Step.OfCache of -> throw fromCache(of);
    }
  }

  // Only rules that define every order have caches, and with them nobody asks for one.
  private static IllegalStateException fromCache(Step.OfCache step) {
    return new IllegalStateException("a cache answers where orders are looked for: " + step);
  }

  private void stepping(AgentClock agent, Move move, List<Access> touches) {
    ImmutableList<Touch> opened =
        touches.stream()
            .map(access ->
                new Touch(
                    access, opened(agent, access), agent.released, storesBefore(access.agent())))
            .collect(ImmutableList.toImmutableList());
    touches.forEach(access -> see(agent, access));
    agent.clock = happen(move, agent.thread, agent.time, agent.clock, opened);
    if (!touches.stream().allMatch(conflicts::isPlain)) {
      agent.tell(); // others may come after this step and not after the next
    }
  }

  /**
   * An agent stands at a wait that looks at this, or at a collective, and cannot go on now.
   *
   * @return what its end would depend on
   */
  RaceDetector.Dependence waiting(Access access) {
    AgentClock agent = agent(access.agent());
    return detector.meet(
        ImmutableList.of(
            new Touch(access, opened(agent, access), agent.released, storesBefore(access.agent()))),
        agent.thread,
        agent.clock,
        taken);
  }

  /** Agents stand in collectives that never end, all at this moment. */
  void standing(List<Access> accesses) {
    accesses.forEach(this::waiting);
    for (int i = 0; i < accesses.size(); i++) {
      for (int j = i + 1; j < accesses.size(); j++) {
        detector.meet(accesses.get(i), accesses.get(j), this::next);
      }
    }
  }

  private Race.Side next(Access access) {
    AgentClock agent = agent(access.agent());
    return new Race.Side(opened(agent, access).steps(), agent.thread, taken);
  }

  // What the atomics before this one have released is there for the agent's next fence: the last
  // store and the updates of it (PTX ISA, "Observation").
  private void see(AgentClock agent, Access access) {
    if (access.use() != Access.Use.ATOMIC_LOAD && access.use() != Access.Use.ATOMIC_UPDATE) {
      return;
    }
    for (Past past : detector.shownTo(access)) {
      Reach distance = Released.between(past.by().move().actor(), agent.actor);
      agent.seen = agent.seen.and(distance, past.released().at(distance));
    }
  }

  /** The name of an agent. */
  Actor actor(int agent) {
    return agent(agent).actor;
  }

  /** How many accesses to an object there were. */
  int accesses(Access.Place place) {
    return detector.history().count(place);
  }

  private static Known opened(AgentClock agent, Access access) {
    return switch (access.use()) {
      case COLLECTIVE_SOURCE, COLLECTIVE_DESTINATION -> agent.arrival;
      default -> agent.clock;
    };
  }

  // ---------------------------------------------------------------- edges

  @Override
  public void issued(Pending pending) {
    Operation operation = pending.operation();
    AgentClock agent = agent(operation.origin().agent());
    int count = counts.merge(agent.actor, 1, Integer::sum) - 1;
    Actor actor = agent.actor.issuing(count);
    AgentClock.Slot slot =
        agent.free.isEmpty() ? new AgentClock.Slot(threadCount++, 0) : agent.free.pop();
    OperationClock added = new OperationClock(actor, slot, operation, agent.tell());
    added.behind =
        operation instanceof Operation.PeerStore
            ? storesBefore(operation.origin().agent())
            : ImmutableSet.of();
    added.knownBy.set(operation.origin().agent());
    for (OperationClock earlier : operations.values()) {
      int by = operation.origin().agent();
      if (rules.updatesInOrder(
          earlier.operation, operation, earlier.knownBy.get(by), earlier.fencedFor.get(by))) {
        added.after.add(earlier);
      }
    }
    operations.put(pending.number(), added);
    for (Access access : accesses.open(pending)) {
      if (access.use() == Access.Use.SOURCE || access.use() == Access.Use.DESTINATION) {
        watched.add(access.place());
      }
    }
  }

  @Override
  public void happening(Pending pending, Event event) {
    OperationClock operation = operation(pending.number());
    if (event.kind() == Kind.ACKNOWLEDGED) {
      return;
    }
    Known before = operation.clock;
    boolean update =
        event.kind() == Kind.VISIBLE
            || event.kind() == Kind.RMW
            || event.kind() == Kind.SIGNAL_VISIBLE;
    if (update) {
      for (OperationClock earlier : operation.after) {
        before = before.join(earlier.updated);
      }
    }
    ImmutableList<Touch> touches =
        accesses.of(pending, event).stream()
            .map(access -> new Touch(access, operation.opened, Released.NOTHING, operation.behind))
            .collect(ImmutableList.toImmutableList());
    operation.time++;
    operation.clock =
        happen(move(operation), operation.thread, operation.time, before, touches)
            .with(operation.thread, operation.time);
    if (update) {
      operation.updated = operation.clock;
      adds(amount(operation.operation));
    }
    if (event.kind() == Kind.SOURCE_READ || event.kind() == Kind.LANDED) {
      operation.local = operation.clock;
    }
    if (event.kind() == Kind.LANDED && pending.landsInRegister()) {
      AgentClock agent = agent(pending.operation().origin().agent());
      agent.clock = agent.clock.join(operation.clock);
      if (pending.kinds().getLast() == Kind.LANDED) {
        retire(pending.number(), operation, agent);
      }
    }
  }

  private void adds(long amount) {
    if (!carried) {
      additions.add(happenings.size() - 1, amount);
    }
  }

  // What an update adds to its word, whatever was there.
  private static long amount(Operation operation) {
    return switch (operation) {
      case Operation.Amo amo -> amo.op().added(amo.type(), amo.operand());
      case Operation.SignalUpdate signal when signal.operator() == SignalOperator.ADD ->
          signal.value();
      default -> 0;
    };
  }

  /** What the happenings have added to their words. */
  Additions additions() {
    return additions;
  }

  @Override
  public void returned(int number, int operation) {
    AgentClock agent = agent(number);
    OperationClock done = operations.get(operation);
    if (done == null) {
      return; // the agent knows it since its value landed
    }
    agent.clock = agent.clock.join(done.local);
    if (machine.inFlight().find(operation) == null
        && agent.clock.memory().covers(done.thread, done.time)) {
      retire(operation, done, agent);
    }
  }

  // Whoever comes after what the agent does next comes after this operation, too; so its place in
  // clocks is free for another of the agent's. An agent that polls needs one place for ever.
  private void retire(int number, OperationClock operation, AgentClock agent) {
    retired.merge(
        new Retired(
            operation.operation.origin().pe(),
            operation.operation.origin().context(),
            operation.operation.pe()),
        operation.clock,
        Known::join);
    operations.remove(number);
    agent.free.push(new AgentClock.Slot(operation.thread, operation.time));
  }

  /**
   * Where operations were issued whose places in clocks are free again.
   *
   * @param target the PE whose memory they were on
   */
  record Retired(int pe, int context, int target) {
    boolean awaitedBy(Caller caller) {
      return pe == caller.pe()
          && context == caller.context()
          && (caller.target() == Caller.ALL || caller.target() == target);
    }
  }

  @Override
  public void fenced(Caller caller) {
    for (OperationClock operation : operations.values()) {
      if (operation.knownBy.get(caller.agent())
          && caller.fences(operation.operation, rules.carriage(operation.operation))) {
        operation.fencedFor.set(caller.agent());
      }
    }
  }

  @Override
  public void passed(OrderingCall call, Caller caller) {
    AgentClock agent = agent(caller.agent());
    if (call == OrderingCall.QUIET && rules.capabilities().quietCoversOthers()) {
      for (Map.Entry<Retired, Known> before : retired.entrySet()) {
        if (before.getKey().awaitedBy(caller)) {
          agent.clock = agent.clock.join(before.getValue());
        }
      }
    }
    for (OperationClock operation : operations.values()) {
      if (rules.awaits(call, caller, operation.operation, operation.knownBy)) {
        agent.clock = agent.clock.join(operation.clock);
      }
    }
  }

  @Override
  public void arrived(int number) {
    AgentClock agent = agent(number);
    agent.arrival = agent.clock;
  }

  @Override
  public void met(BitSet numbers) {
    numbers.stream().forEach(number -> agent(number).acquire(Reach.SYSTEM));
    Known all = together(numbers);
    numbers.stream().forEach(number -> agent(number).clock = all);
  }

  @Override
  public void left(int number, MeetingPlace place) {
    AgentClock agent = agent(number);
    agent.acquire(Reach.SYSTEM);
    left.merge(place, agent.tell(), Known::join);
  }

  @Override
  public void found(BitSet numbers, MeetingPlace place) {
    Known before = left.get(place);
    if (before != null) {
      numbers.stream().forEach(number -> agent(number).clock = agent(number).clock.join(before));
    }
  }

  @Override
  public void closed(MeetingPlace place) {
    left.remove(place);
  }

  @Override
  public void exchanged(BitSet numbers) {
    Known all = together(numbers);
    numbers.stream().forEach(number -> agent(number).clock = agent(number).clock.after(all));
  }

  private Known together(BitSet numbers) {
    return numbers.stream()
        .mapToObj(number -> agent(number).tell())
        .reduce(Known.NOTHING, Known::join);
  }

  /**
   * The agent's later atomics release what it did before, and it comes after what its earlier ones
   * saw released (PTX ISA, "Release and Acquire Patterns"). A barrier counts as a fence for what
   * was seen, as in the example of the CUDA C++ Programming Guide, "Memory Fence Functions".
   */
  @Override
  public void threadFenced(int number, Reach reach) {
    AgentClock agent = agent(number);
    agent.acquire(reach);
    agent.released = agent.released.fence(reach, agent.tell().memory());
  }

  @Override
  public void ordered(int before, int after) {
    AgentClock later = agent(after);
    later.clock = later.clock.join(agent(before).tell());
    follow(before, after);
  }

  @Override
  public void ordered(BitSet numbers) {
    for (OperationClock operation : operations.values()) {
      if (operation.knownBy.intersects(numbers)) {
        operation.knownBy.or(numbers);
      }
      if (operation.fencedFor.intersects(numbers)) {
        operation.fencedFor.or(numbers);
      }
    }
  }

  // The later agent's fences and quiets cover what those of the earlier one do.
  private void follow(int before, int after) {
    for (OperationClock operation : operations.values()) {
      if (operation.knownBy.get(before)) {
        operation.knownBy.set(after);
      }
      if (operation.fencedFor.get(before)) {
        operation.fencedFor.set(after);
      }
    }
  }

  @Override
  public void ended(int number) {
    agents.remove(number);
    for (OperationClock operation : operations.values()) {
      operation.knownBy.clear(number);
      operation.fencedFor.clear(number);
    }
  }

  // ---------------------------------------------------------------- steps

  // Gives what its actor knows then, without the step itself.
  private Known happen(
      Move move, int thread, int time, Known before, ImmutableList<Touch> touches) {
    RaceDetector.Dependence met = detector.meet(touches, thread, before, taken);
    Happening step = new Happening(taken++, depth, move, thread, time, met.all(), met.memory());
    if (!carried) { // a state has come about in many ways, and tells none of them
      happenings.add(step);
      races.add(met.races());
    }
    detector.add(touches, step);
    return new Known(met.all(), met.memory());
  }

  /** The stores to peers that an agent comes after, by number. */
  private ImmutableSet<Integer> storesBefore(int agent) {
    ImmutableSet.Builder<Integer> stores = ImmutableSet.builder();
    operations.forEach((number, operation) -> {
      if (operation.operation instanceof Operation.PeerStore && operation.knownBy.get(agent)) {
        stores.add(number);
      }
    });
    return stores.build();
  }

  private OperationClock operation(int number) {
    OperationClock operation = operations.get(number);
    if (operation == null) {
      throw new IllegalStateException("operation " + number + " was never issued");
    }
    return operation;
  }

  private AgentClock agent(int number) {
    AgentClock known = agents.get(number);
    if (known == null) {
      Agent agent = machine.agent(number);
      if (agent == null) {
        throw new IllegalStateException("agent " + number + " has ended");
      }
      Actor actor =
          new Actor(agent.pe(), agent.kind(), agent.grid(), agent.block(), agent.thread(), -1);
      known = new AgentClock(actor, thread(actor));
      agents.put(number, known);
    }
    return known;
  }

  private int thread(Actor actor) {
    return threads.computeIfAbsent(actor, _ -> threadCount++);
  }
}
