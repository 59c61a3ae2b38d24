package org.shmemlab.transports.simulate;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Clocks;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SpinDetector;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Wakeups;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Driver;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;
import org.shmemlab.transports.simulate.Phases.Phase;

/**
 * Takes a machine from its start to its end in simulated time. Every agent has a clock; between
 * calls it runs until the next event of any agent, so that it reads the values that the simulated
 * order has written. A call costs what the pipeline says, and an event happens when it is due and
 * the ordering rules allow it. A plain load is answered by the cache of its SM wherever that may
 * be.
 */
public final class TimedRun implements Driver {
  /** The resolution at which agents that run at the same time are ordered, instructions. */
  private static final long SHORTEST_TURN = 40;

  private static final long LONGEST_TURN = 2_000;

  private static final double PICOSECONDS_PER_SECOND = 1e12;

  private final Machine machine;
  private final Runner.Observer observer;
  private final Pipeline pipeline;
  private final DueEvents flights;
  private final TimedCalls calls;
  private final Ledger ledger;
  private final WaitingAgents parking = new WaitingAgents();
  private final SpinDetector spinning = new SpinDetector();
  private final Fleet fleet;

  private final Phases phases = new Phases();
  private final MeetingTimes meetings = new MeetingTimes();
  private final BitSet cold = new BitSet(); // threads of kernels that have not called the library
  private int running = -1; // the agent whose turn it is
  private @Nullable Timeline timeline;
  private @Nullable StepTrace trace;
  private @Nullable SourceLine at; // where the agent whose turn it is called, for the timeline
  private long turnBegan;
  private long executedBefore; // this turn
  private final List<Pending> issued = new ArrayList<>(); // by the call just made
  private long instructions;
  private long startedTasks;

  /**
   * A run about to start.
   *
   * @param machine fresh, of as many PEs as the fleet
   * @param jitter by which share of itself each issue and each latency may be longer; 0 for none
   * @param seed of that variation
   * @param observer is passed the output, and may stop the run
   */
  public TimedRun(
      Machine machine, Fleet fleet, double jitter, long seed, Runner.Observer observer) {
    this.machine = machine;
    machine.loadFromCaches();
    this.fleet = fleet;
    this.observer = observer;
    this.pipeline = new Pipeline(fleet, this, jitter, seed);
    this.ledger = new Ledger(fleet.pes());
    this.calls = new TimedCalls(machine, fleet);
    this.flights = new DueEvents(machine, this::happened);
  }

  /** Writes down what every agent and station does from when to when. */
  public void writeTo(Timeline timeline) {
    this.timeline = timeline;
    ledger.writeTo(timeline);
    pipeline.listen(new TrackRecorder(timeline));
  }

  /** Writes down every step, four numbers for each, so that they can be taken again. */
  public void writeTo(StepTrace steps) {
    this.trace = steps;
  }

  /** Runs to the end. */
  public TimedResult run() {
    Listener listener = new Listener();
    machine.listen((Wakeups) listener);
    machine.listen((HappensBeforeListener) listener);
    machine.keepTimeBy(new Simulated());
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      fresh(live.get(i));
    }
    RunResult result;
    try {
      result = loop();
    } catch (ProgramFailure failure) {
      result = new RunResult.Failed(failure);
    } finally {
      machine.listen(Wakeups.NONE);
      machine.listen(HappensBeforeListener.NONE);
      passOutput();
      pipeline.close();
    }
    return new TimedResult(
        result,
        pipeline.now(),
        pipeline.messages(),
        instructions,
        ledger.perPe(),
        pipeline.busiest(Integer.MAX_VALUE));
  }

  private RunResult loop() {
    while (true) {
      passOutput();
      if (pipeline.idle() || onlySpins()) {
        return RunResult.atEnd(machine);
      }
      pipeline.step();
      if (!observer.goOn(instructions)) {
        return RunResult.stopped(machine);
      }
    }
  }

  // Nothing is in flight, and every agent that runs only polls words that do not change.
  private boolean onlySpins() {
    return pipeline.inFlight() == 0
        && !phases.someCalling()
        && phases.scheduled() > 0
        && spinning.all(phases.scheduled(), machine.changes())
        && !flights.someHeld();
  }

  // ---------------------------------------------------------------- turns

  @Override
  public void resume(Pipeline from, int agent, long now) {
    Phase before = phases.begin(agent, now);
    if (before == Phase.GONE) {
      return;
    }
    Agent state = machine.agent(agent);
    if (state == null) {
      phases.leave(agent, Phase.GONE);
      return;
    }
    try {
      turn(agent, state, now, before == Phase.PAID);
    } finally {
      running = -1;
    }
    if (phases.of(agent) == Phase.GONE && machine.agent(agent) != null) {
      fresh(agent); // its number was given again
    }
  }

  private void turn(int agent, Agent state, long now, boolean paid) {
    running = agent;
    long before = state.executed();
    turnBegan = now;
    executedBefore = before;
    long changes = machine.changes();
    startedTasks = 0;
    long instructionPs = calls.instructionPs(state);
    long until = Math.min(pipeline.nextTime() - now, LONGEST_TURN * instructionPs);
    long fuel = Math.max(SHORTEST_TURN, until / instructionPs);
    at = line(state);
    StopReason stop = paid ? machine.run(agent, 1) : machine.runOwn(agent, fuel);
    long executed = state.executed() - before;
    note(agent, executed, changes, now);
    if (stop == StopReason.CALL && startedTasks > 0 && calls.isCopy(state, machine.next(agent))) {
      startedTasks--; // the copy itself counts what a task of its stream takes
    }
    long clock = now + executed * instructionPs + startedTasks * fleet.gpu().streamTaskPs();
    if (executed > 0) { // also of one that has ended
      ledger.turn(agent, state.pe(), Activity.COMPUTE, at, now);
    }
    switch (stop) {
      case DONE -> gone(agent, state, clock);
      case BLOCKED -> {
        at = line(state);
        park(agent, state, paid ? Phase.PARKED_PAID : Phase.PARKED, clock);
      }
      case FUEL -> {
        if (machine.agent(agent) != state) {
          gone(agent, state, clock);
        } else {
          spinning.endOfTurn(agent, state.stateHash(), machine.changes());
          schedule(agent, clock);
        }
      }
      case CALL -> {
        if (clock > now) {
          schedule(agent, clock); // others may come first
        } else {
          call(agent, state, now);
        }
      }
    }
  }

  // The line of an agent, if it is asked for.
  private @Nullable SourceLine line(Agent state) {
    return timeline == null ? null : machine.line(state);
  }

  private void call(int agent, Agent state, long now) {
    at = line(state);
    Instruction next = machine.next(agent);
    if (cold.get(agent) && TimedCalls.isOfLibrary(next)) {
      cold.clear(agent);
      ledger.turn(agent, state.pe(), Activity.LAUNCH, at, now);
      schedule(agent, now + calls.firstCallPs());
      return;
    }
    switch (next) {
      case Instruction.Quiet _ -> {
        calls.fenced(state);
        orders(agent, state, now);
        pipeline.quiet(agent, now);
      }
      case Instruction.Flush _ -> {
        orders(agent, state, now);
        pipeline.flush(agent, now);
      }
      case Instruction.Fence _ -> {
        calls.fenced(state);
        orders(agent, state, now);
        pipeline.fence(agent, now);
      }
      default -> make(agent, state, next, now);
    }
  }

  // An agent begins a call that orders its operations, and waits until it is paid.
  private void orders(int agent, Agent state, long now) {
    ledger.turn(agent, state.pe(), Activity.ORDER, at, now);
    spinning.leaves(agent);
    phases.await(agent, Phase.PAID);
  }

  private void make(int agent, Agent state, Instruction next, long now) {
    issued.clear();
    calls.note(state, next);
    long cost = calls.cost(state, next);
    if (next instanceof Instruction.Arrive) {
      meetings.arrives(agent, cost);
    }
    long before = state.executed();
    long changes = machine.changes();
    StopReason stop = machine.run(agent, 1);
    note(agent, state.executed() - before, changes, now);
    if (stop == StopReason.DONE || machine.agent(agent) != state) {
      gone(agent, state, now + cost);
      return;
    }
    if (!issued.isEmpty()) {
      issue(agent, state, next, now);
      return;
    }
    if (stop == StopReason.BLOCKED) {
      park(agent, state, Phase.PARKED, now);
      return;
    }
    if (next instanceof Instruction.Arrive
        && machine.meets(agent)
        && machine.next(agent) instanceof Instruction.Depart depart) {
      make(agent, state, depart, now); // waits for the others
      return;
    }
    ledger.turn(agent, state.pe(), calls.activity(next), at, now);
    if (next instanceof Instruction.Load || next instanceof Instruction.Atomic) {
      spinning.endOfTurn(agent, state.stateHash(), machine.changes());
    }
    schedule(
        agent,
        next instanceof Instruction.Arrive call && !call.kind().awaitsAll()
            ? calls.goesOnAt(state, call, now, cost, meetings.since(agent))
            : now + cost);
  }

  // A copy into a peer's memory is many stores; the last of them stands for all.
  private void issue(int agent, Agent state, Instruction next, long now) {
    Pending last = issued.getLast();
    long cached = calls.cachedAt(state, last.operation(), now);
    if (cached >= 0) {
      ledger.turn(agent, state.pe(), Activity.TRANSFER, at, now);
      flights.completeAt(pipeline, last.number(), cached);
      schedule(agent, cached);
      return;
    }
    boolean blocking = calls.blocks(next, last.operation());
    ledger.turn(agent, state.pe(), blocking ? Activity.TRANSFER : Activity.ISSUE, at, now);
    long bytes = 0;
    for (Pending pending : issued) {
      bytes += calls.bytes(pending.operation());
      if (pending != last) {
        flights.follow(pending.number(), last.number());
      }
    }
    TransferKind kind = calls.kind(last.operation());
    if (timeline != null) {
      timeline
          .messages()
          .issued(
              new Message(
                  last.number(),
                  kind,
                  state.pe(),
                  ledger.name(agent),
                  last.operation().origin().line(),
                  last.operation().pe(),
                  bytes,
                  now,
                  Message.NEVER,
                  Message.NEVER,
                  Message.NEVER));
    }
    spinning.leaves(agent);
    phases.await(agent, Phase.CALLING);
    pipeline.issue(
        agent,
        now + calls.engagesPs(state, next, last.operation()),
        kind,
        last.operation().pe(),
        bytes,
        calls.scope(last.operation()),
        Issuing.NOTIFY | (blocking ? Issuing.BLOCKING : 0) | calls.flags(state, last.operation()),
        last.number());
  }

  private void schedule(int agent, long time) {
    phases.schedule(agent, time);
    pipeline.wake(agent, time);
  }

  private void gone(int agent, Agent state, long time) {
    ledger.end(agent, state.pe(), time);
  }

  private void park(int agent, Agent state, Phase phase, long now) {
    if (machine.agent(agent) != state) {
      gone(agent, state, now); // a stream that was destroyed
      return;
    }
    Wait wait = machine.waiting(agent);
    if (wait == null) {
      throw new IllegalStateException("agent " + agent + " waits for nothing");
    }
    ledger.turn(agent, state.pe(), calls.activity(wait), at, now);
    spinning.leaves(agent);
    phases.leave(agent, phase);
    parking.park(agent, state.pe(), wait);
  }

  private void note(int agent, long executed, long changes, long now) {
    instructions += executed;
    if (trace != null && (executed > 0 || machine.changes() != changes)) {
      trace.agent(now, agent, executed);
    }
  }

  private void passOutput() {
    if (machine.hasOutput()) {
      List<Output> pieces = machine.takeOutput();
      observer.output(pieces);
    }
  }

  // ---------------------------------------------------------------- reports of the pipeline

  @Override
  public void sourceRead(Pipeline from, int tag, long time) {
    if (timeline != null) {
      timeline.messages().read(tag, time);
    }
    flights.readAt(pipeline, tag, time);
  }

  @Override
  public void remoteRead(Pipeline from, int tag, long time) {
    if (timeline != null) {
      timeline.messages().read(tag, time);
    }
    flights.readAt(pipeline, tag, time);
  }

  @Override
  public void visible(Pipeline from, int tag, int target, long time) {
    if (timeline != null) {
      timeline.messages().arrived(tag, time);
    }
    flights.visibleAt(pipeline, tag, time);
  }

  @Override
  public void complete(Pipeline from, int tag, long now) {
    if (timeline != null) {
      timeline.messages().complete(tag, now);
    }
    flights.completeAt(pipeline, tag, now);
  }

  @Override
  public void reminded(Pipeline from, int what, long now) {
    flights.progress(what, now);
  }

  private void happened(Event event) {
    if (trace != null) {
      trace.event(pipeline.now(), event);
    }
    parking.wakeOperation(this::unpark);
  }

  // ---------------------------------------------------------------- reports of the machine

  private void fresh(int agent) {
    Agent state = machine.agent(agent);
    if (state == null || state.kind() == Agent.Kind.KEEPER) {
      return; // a keeper takes no step
    }
    long now = pipeline.now();
    boolean launched = state.kind() == Agent.Kind.DEVICE_THREAD && state.executed() == 0;
    pipeline.place(
        agent,
        state.pe(),
        fleet.remote().queues().choice().lane(state.block(), Math.max(0, state.thread())));
    pipeline.callers(agent, calls.callers(state));
    ledger.begin(
        agent, () -> machine.describe(state), launched ? Activity.LAUNCH : Activity.COMPUTE, now);
    cold.set(agent, launched);
    schedule(agent, launched ? now + calls.startPs(machine.launchOf(state)) : now);
  }

  private void unpark(int agent) {
    Phase phase = phases.of(agent);
    if (phase == Phase.PARKED || phase == Phase.PARKED_PAID) {
      long later =
          switch (machine.waiting(agent)) {
            case Wait.ForWords _ -> fleet.gpu().pollPs();
            case Wait.ForGrid _ -> calls.endPs();
            case Wait.ForDevice _ -> fleet.gpu().synchronisePs();
            case null, default -> 0;
          };
      if (phase == Phase.PARKED_PAID) {
        phases.await(agent, Phase.PAID);
        pipeline.wake(agent, pipeline.now());
      } else {
        schedule(agent, pipeline.now() + later);
      }
    }
  }

  /** The values of clocks: an agent in its turn may be ahead of the pipeline. */
  private final class Simulated implements Clocks {
    @Override
    public long nanoseconds(Agent agent) {
      return picoseconds(agent) / 1_000;
    }

    @Override
    public long cycles(Agent agent) {
      return Math.round(picoseconds(agent) * (fleet.gpu().smHz() / PICOSECONDS_PER_SECOND));
    }

    private long picoseconds(Agent agent) {
      return agent.id() == running
          ? turnBegan + (agent.executed() - executedBefore) * calls.instructionPs(agent)
          : pipeline.now();
    }
  }

  private final class Listener implements Wakeups, HappensBeforeListener {
    @Override
    public void agent(int agent) {
      if (agent == running) {
        return; // it has its turn; an agent that gets its number begins after that
      }
      Phase phase = phases.of(agent);
      if (phase == Phase.GONE) {
        fresh(agent);
      } else if (phase == Phase.PARKED) {
        boolean met = machine.waiting(agent) instanceof Wait.ForMeeting;
        schedule(agent, pipeline.now() + (met ? meetings.cost(agent) : 0));
      }
    }

    @Override
    public void left(int agent, MeetingPlace place) {
      meetings.left(place, pipeline.now());
    }

    @Override
    public void found(BitSet agents, MeetingPlace place) {
      meetings.found(agents, place);
    }

    @Override
    public void closed(MeetingPlace place) {
      meetings.closed(place);
    }

    @Override
    public void ended(int agent) {
      Agent state = machine.agent(agent);
      if (state != null) {
        calls.ended(state);
      }
      spinning.leaves(agent);
      phases.end(agent, agent == running);
    }

    @Override
    public void word(int pe, int object) {
      parking.wakeWord(pe, object, TimedRun.this::unpark);
    }

    @Override
    public void device(int pe) {
      parking.wakeDevice(pe, TimedRun.this::unpark);
    }

    @Override
    public void operation() {
      // reported with each event, by its operation
    }

    @Override
    public void issued(Pending operation) {
      issued.add(operation);
      flights.issued(operation.number());
    }

    @Override
    public void started(int pe, int stream, long task) {
      startedTasks++;
    }
  }
}
