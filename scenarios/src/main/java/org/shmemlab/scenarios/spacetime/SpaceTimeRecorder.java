package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.order.AwaitedPart;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Step;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Flight;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Lane;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;
import org.shmemlab.scenarios.spacetime.SpaceTime.Window;

/** Runs a schedule, listens to the machine and records the events. */
final class SpaceTimeRecorder implements HappensBeforeListener {
  /** An agent, identified by the parts that stay the same when its number is given out again. */
  private record Doer(int pe, String agent) {}

  private record Written(Access.Place place, long from, long to, int tick) {}

  private record Opening(int flight, Access.Use use, int pe, String object) {}

  /** A window as long as it is open: its bytes, and at which tick it was. */
  private record Opened(long first, long last, int since) {}

  /** A picture with more steps would be of no use. */
  private static final int MOST_STEPS = 2_000;

  /** Agents times steps: a picture with more would be some 100 MB. */
  private static final long MOST_STANDINGS = 400_000;

  private final Machine machine;
  private final Steps steps;
  private final DiagramNames names;
  private final ImmutableIntArray choices;
  private List<Step> enabled = List.of();
  private int step;

  private final Map<Doer, Integer> lanes = new LinkedHashMap<>();
  private final Map<Integer, Integer> flightOf = new HashMap<>(); // by number of the operation
  private final List<Flight> flights = new ArrayList<>();
  private final List<Tick> ticks = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<int[]> fenced = new ArrayList<>(); // flights
  private final List<Written> written = new ArrayList<>();

  /** The tick of an operation's last event → the agents whose quiet covers the operation. */
  private final Map<Integer, BitSet> unquieted = new LinkedHashMap<>();

  private final Map<Opening, Opened> open = new LinkedHashMap<>();
  private final List<Window> windows = new ArrayList<>();
  private List<Access> touching = List.of();
  private final List<Access> touched = new ArrayList<>();
  private final RecordedTouches touches = new RecordedTouches();

  private final AwaitedTicks awaited = new AwaitedTicks();

  private final List<Issued> issued = new ArrayList<>(); // by flight
  private final @Nullable Specification rules;

  /**
   * An operation.
   *
   * @param before agents whose next step its issue happens-before, as last seen
   */
  private record Issued(int number, Operation operation, BitSet before) {}

  /** Receives each state. */
  interface Watcher {
    /** The first state, or that after a step. */
    void at(Machine machine, List<Step> enabled);
  }

  /**
   * Prepares a recording.
   *
   * @param start the state before the first step; it is not changed
   * @param choices for each step its index among those that are possible
   * @param rules of the documents; null of a transport
   */
  SpaceTimeRecorder(
      Machine start, ImmutableIntArray choices, DiagramNames names, @Nullable Specification rules) {
    this.machine = start.fork();
    this.steps = new Steps(machine);
    this.names = names;
    this.rules = rules;
    this.choices = choices;
    machine.listen(this);
  }

  /**
   * Runs the schedule.
   *
   * @return false if it was given up, because there are too many steps, or agents and steps
   */
  boolean run(Watcher watcher) {
    if (choices.length() > MOST_STEPS) {
      return false;
    }
    go(steps::settle);
    watcher.at(machine, enabled);
    long met = 0;
    for (step = 1; step <= choices.length(); step++) {
      met += machine.agentLimit();
      if (met > MOST_STANDINGS) {
        return false;
      }
      Step next = enabled.get(choices.get(step - 1));
      go(() -> steps.take(next));
      watcher.at(machine, enabled);
    }
    step = choices.length();
    for (Pending pending : machine.inFlight().pending()) {
      Integer flight = flightOf.get(pending.number());
      if (flight != null) {
        Flight last = flights.get(flight);
        flights.set(flight, new Flight(last.call(), last.lane(), last.to(), last.line(), false));
      }
    }
    fenced.forEach(pair -> fence(pair[0], pair[1]));
    open.forEach((key, window) -> close(key, window, SpaceTime.NONE));
    return true;
  }

  private void go(Runnable what) {
    touching = List.of();
    try {
      what.run();
    } catch (ProgramFailure failure) {
      return; // it ends here; the finding reports the failure
    } finally {
      followWindows();
    }
    enabled = steps.enabled();
  }

  // ---------------------------------------------------------------- events of the machine

  @Override
  public void taking(Step taken, Supplier<List<Access>> touches) {
    touching = touches.get();
    touched.addAll(touching);
    switch (taken) {
      case Step.OfAgent of -> act(of.agent(), SpaceTime.NONE);
      case Step.OfGlimpse of -> act(of.agent(), flight(of.operation()));
      case Step.OfLook of -> act(of.agent(), SpaceTime.NONE);
      case Step.OfNetwork _, Step.OfCache _ -> {} // recorded when it happens
    }
  }

  private void act(int number, int observed) {
    Agent agent = machine.agent(number);
    if (agent == null) {
      return;
    }
    tick(Kind.STEP, agent, SpaceTime.NONE);
    touching.forEach(access -> touches.add(ticks.size() - 1, access, true, observed));
    for (Access access : touching) {
      if (access.use() == Access.Use.WAIT || access.use() == Access.Use.SIGNAL_WAIT) {
        written.reversed().stream()
            .filter(write ->
                write.place.equals(access.place())
                    && write.from < access.to()
                    && access.from() < write.to)
            .findFirst()
            .ifPresent(write -> edges.add(new Edge(Edge.By.WAIT, write.tick, ticks.size() - 1)));
      }
    }
  }

  @Override
  public void issued(Pending pending) {
    Operation operation = pending.operation();
    Agent agent = machine.agent(operation.origin().agent());
    if (agent == null) {
      return;
    }
    SourceLine line = operation.origin().line();
    int flight = flights.size();
    flights.add(
        new Flight(names.call(line, word(operation)), lane(agent), operation.pe(), line, true));
    flightOf.put(pending.number(), flight);
    pending
        .after()
        .forEach(earlier -> {
          Integer before = flightOf.get(earlier);
          if (before != null && isOrdered(earlier, operation)) {
            fenced.add(new int[] {before, flight});
          }
        });
    issued.add(new Issued(pending.number(), operation, new BitSet()));
    tick(Kind.ISSUE, agent, flight, line);
  }

  // The machine also keeps operations that hold back nothing of the later one.
  private boolean isOrdered(int number, Operation later) {
    Pending earlier = machine.inFlight().find(number);
    int agent = later.origin().agent();
    return rules == null
        || earlier == null
        || rules.updatesInOrder(
            earlier.operation(),
            later,
            earlier.issuedBefore().get(agent),
            earlier.fencedFor().get(agent));
  }

  @Override
  public void occurring(Pending pending, Event event) {
    Integer flight = flightOf.get(pending.number());
    if (flight == null) {
      return;
    }
    Kind kind = Kind.of(event.kind());
    Operation operation = pending.operation();
    boolean atHome =
        switch (kind) {
          case REMOTE_READ, DELIVERED, VISIBLE, UPDATE_READ, RMW, SIGNAL_VISIBLE -> true;
          default -> false;
        };
    boolean some = event.to() - event.from() < pending.words(event.kind());
    ticks.add(
        new Tick(
            step,
            kind,
            atHome ? operation.pe() : operation.origin().pe(),
            ImmutableList.of(),
            flight,
            some ? event.from() : SpaceTime.NONE,
            operation.origin().line()));
    int tick = ticks.size() - 1;
    boolean reads = RecordedTouches.readsTarget(operation);
    for (Access access : steps.of(pending, event)) {
      touches.add(ticks.size() - 1, access, reads, SpaceTime.NONE);
    }
    if (kind.writes()) {
      for (Access access : touching) {
        if (access.operation() == pending.number() && access.use().updates()) {
          written.add(new Written(access.place(), access.from(), access.to(), tick));
        }
      }
    }
    issued.get(flight).before.or(pending.issuedBefore());
    int issuer = operation.origin().agent();
    Agent waiting = machine.agent(issuer);
    if (kind == Kind.LANDED
        && pending.landsInRegister()
        && waiting != null
        && waiting.expects(pending.number())) {
      awaited.add(issuer, Edge.By.RETURN, tick);
    }
    if (event.equals(pending.last())) {
      unquieted.put(tick, (BitSet) pending.issuedBefore().clone());
    }
  }

  @Override
  public void returned(int agent, int operation) {
    int flight = flight(operation);
    for (int tick = ticks.size() - 1; tick >= 0 && flight >= 0; tick--) {
      Kind kind = ticks.get(tick).kind();
      if (ticks.get(tick).flight() == flight && (kind == Kind.SOURCE_READ || kind == Kind.LANDED)) {
        awaited.add(agent, Edge.By.RETURN, tick);
        return;
      }
    }
  }

  @Override
  public void ordered(int before, int after) {
    awaited.passOn(before, after);
    int tick = lastOf(before);
    if (tick != SpaceTime.NONE) {
      awaited.add(after, Edge.By.CUDA, tick);
    }
  }

  @Override
  public void ordered(BitSet agents) {
    agents.stream()
        .forEach(before ->
            agents.stream()
                .filter(after -> after != before)
                .forEach(after -> ordered(before, after)));
  }

  @Override
  public void left(int agent, MeetingPlace place) {
    int tick = lastOf(agent);
    if (tick != SpaceTime.NONE) {
      awaited.arrived(place, tick);
    }
  }

  @Override
  public void found(BitSet agents, MeetingPlace place) {
    awaited.found(agents, place);
  }

  @Override
  public void closed(MeetingPlace place) {
    awaited.closed(place);
  }

  // The last tick so far of an agent.
  private int lastOf(int agent) {
    int lane = laneOf(agent);
    for (int tick = ticks.size() - 1; tick >= 0; tick--) {
      if (ticks.get(tick).lanes().contains(lane)) {
        return tick;
      }
    }
    return SpaceTime.NONE;
  }

  @Override
  public void fenced(Caller caller) {
    tick(Kind.FENCE, machine.agent(caller.agent()), SpaceTime.NONE);
  }

  @Override
  public void passed(OrderingCall call, Caller caller) {
    if (call != OrderingCall.QUIET) {
      awaited(call, caller);
      return;
    }
    int agent = caller.agent();
    tick(Kind.QUIET, machine.agent(agent), SpaceTime.NONE);
    int quiet = ticks.size() - 1;
    unquieted
        .entrySet()
        .removeIf(last -> {
          boolean covered = last.getValue().get(agent);
          if (covered) {
            edges.add(new Edge(Edge.By.QUIET, last.getKey(), quiet));
          }
          return covered;
        });
  }

  // A flush, a sync or a fence of CUDA: the operations that it waits for, or their sources.
  private void awaited(OrderingCall call, Caller caller) {
    for (int flight = 0; rules != null && flight < issued.size(); flight++) {
      Issued one = issued.get(flight);
      Pending pending = machine.inFlight().find(one.number);
      BitSet before = pending == null ? one.before : pending.issuedBefore();
      AwaitedPart part = rules.awaits(call, caller, one.operation, before);
      int tick = part == AwaitedPart.NOTHING ? SpaceTime.NONE : lastOf(flight, part);
      if (tick != SpaceTime.NONE) {
        awaited.add(caller.agent(), Edge.By.CALL, tick);
      }
    }
  }

  private int lastOf(int flight, AwaitedPart part) {
    for (int tick = ticks.size() - 1; tick >= 0; tick--) {
      Kind kind = ticks.get(tick).kind();
      boolean wanted = part == AwaitedPart.ALL ? kind.ofNetwork() : kind == Kind.SOURCE_READ;
      if (ticks.get(tick).flight() == flight && wanted) {
        return tick;
      }
    }
    return SpaceTime.NONE;
  }

  @Override
  public void met(BitSet agents) {
    List<Agent> together = new ArrayList<>();
    agents.stream()
        .forEach(number -> {
          Agent agent = machine.agent(number);
          if (agent != null) {
            together.add(agent);
          }
        });
    if (together.size() < 2) {
      return;
    }
    Agent first = together.getFirst();
    forgetSteps(together);
    ticks.add(
        new Tick(
            step,
            Kind.MEETING,
            first.pe(),
            together.stream().map(this::lane).sorted().collect(ImmutableList.toImmutableList()),
            SpaceTime.NONE,
            SpaceTime.NONE,
            machine.line(first)));
    together.forEach(agent -> edges.addAll(awaited.before(agent.id(), ticks.size() - 1)));
    touches.gather(agents, ticks);
  }

  // ---------------------------------------------------------------- ticks, edges, windows

  private void tick(Kind kind, @Nullable Agent agent, int flight) {
    if (agent != null) {
      tick(kind, agent, flight, machine.line(agent));
    }
  }

  private void tick(Kind kind, Agent agent, int flight, SourceLine line) {
    if (kind != Kind.STEP) {
      forgetSteps(List.of(agent));
    }
    ImmutableList<Integer> by = ImmutableList.of(lane(agent));
    ticks.add(new Tick(step, kind, agent.pe(), by, flight, SpaceTime.NONE, line));
    edges.addAll(awaited.before(agent.id(), ticks.size() - 1));
  }

  // The step that an agent takes for the event about to be recorded is dropped: it adds nothing.
  private void forgetSteps(List<Agent> agents) {
    if (ticks.isEmpty() || ticks.getLast().kind() != Kind.STEP) {
      return;
    }
    Tick last = ticks.getLast();
    int number = ticks.size() - 1;
    boolean same =
        agents.stream()
            .anyMatch(agent ->
                last.lanes().contains(lane(agent)) && last.line().equals(machine.line(agent)));
    if (same
        && last.step() == step
        && edges.stream()
            .noneMatch(
                edge -> edge.by().isDrawn() && (edge.to() == number || edge.from() == number))) {
      ticks.removeLast();
    }
  }

  private int lane(Agent agent) {
    Doer doer = new Doer(agent.pe(), machine.describe(agent));
    Integer known = lanes.get(doer);
    if (known != null) {
      return known;
    }
    lanes.put(doer, lanes.size());
    return lanes.size() - 1;
  }

  private static String word(Operation operation) {
    return switch (operation) {
      case Operation.Put put -> put.signal() == null ? "put" : "put with signal";
      case Operation.PutValue _ -> "p";
      case Operation.Get _ -> "get";
      case Operation.GetValue _ -> "g";
      case Operation.Amo _ -> "atomic";
      case Operation.SignalUpdate _ -> "signal";
      case Operation.PeerStore _ -> "store";
    };
  }

  private void fence(int earlier, int later) {
    int from = target(earlier);
    int to = target(later);
    if (from >= 0 && to >= 0) {
      edges.add(new Edge(Edge.By.FENCE, from, to));
    }
  }

  // The tick at which an operation last did something at its target.
  private int target(int flight) {
    for (int tick = ticks.size() - 1; tick >= 0; tick--) {
      if (ticks.get(tick).flight() == flight
          && ticks.get(tick).kind().ofNetwork()
          && ticks.get(tick).pe() == flights.get(flight).to()
          && ticks.get(tick).kind() != Kind.ACKNOWLEDGED) {
        return tick;
      }
    }
    return SpaceTime.NONE;
  }

  private void followWindows() {
    Map<Opening, Opened> now = new LinkedHashMap<>();
    for (Pending pending : machine.inFlight().pending()) {
      Integer flight = flightOf.get(pending.number());
      if (flight != null) {
        for (Access access : steps.open(pending)) {
          touched.add(access);
          String object = names.object(access.place().name());
          Opening key = new Opening(flight, access.use(), access.place().pe(), object);
          Opened before = open.get(key);
          Opened here =
              new Opened(
                  access.from(),
                  access.to() - 1,
                  before == null ? lastOfFlight(flight) : before.since);
          now.merge(key, before == null ? here : union(before, here), SpaceTimeRecorder::union);
        }
      }
    }
    open.forEach((key, window) -> {
      if (!now.containsKey(key)) {
        close(key, window, lastOfFlight(key.flight));
      }
    });
    open.clear();
    open.putAll(now);
  }

  private static Opened union(Opened a, Opened b) {
    return new Opened(
        Math.min(a.first, b.first), Math.max(a.last, b.last), Math.min(a.since, b.since));
  }

  // The last tick so far of an operation.
  private int lastOfFlight(int flight) {
    for (int tick = ticks.size() - 1; tick >= 0; tick--) {
      if (ticks.get(tick).flight() == flight) {
        return tick;
      }
    }
    return 0;
  }

  private void close(Opening key, Opened window, int at) {
    windows.add(
        new Window(
            key.flight, key.use, key.pe, key.object, window.first, window.last, window.since, at));
  }

  // ---------------------------------------------------------------- results

  /** The lane of an agent that runs, made where there is none. */
  int laneOf(int agent) {
    Agent state = machine.agent(agent);
    return state == null ? SpaceTime.NONE : lane(state);
  }

  Machine machine() {
    return machine;
  }

  List<Access> touched() {
    return touched;
  }

  /** The agents in the order in which they were met. */
  List<Lane> lanes() {
    return lanes.keySet().stream().map(doer -> new Lane(doer.pe, doer.agent)).toList();
  }

  List<Flight> flights() {
    return flights;
  }

  List<Tick> ticks() {
    return ticks;
  }

  List<Edge> edges() {
    return edges;
  }

  List<RecordedTouches.Touched> touches() {
    return touches.all();
  }

  List<Window> windows() {
    return windows;
  }

  /** The flight of the operation of a number, or {@link SpaceTime#NONE}. */
  int flight(int operation) {
    return flightOf.getOrDefault(operation, SpaceTime.NONE);
  }
}
