package org.shmemlab.transports.cost.stations;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Takes operations through the stations of their path (docs/reference/network.md, section 5.2): the
 * issuing thread, its queue pair or proxy, the sending port, the wire, the receiving port, the
 * atomic unit of the target, the acknowledgement, and the quiet that polls for it.
 *
 * <p>Small messages are served by ports one after another. Large ones are flows that share the
 * links of their routes, where the fleet has {@link Wires}; small ones pass them, as packets of
 * different queue pairs alternate.
 *
 * <p>Agents are numbers from 0. An agent may have one call at a time; the {@link Driver} hears when
 * it has returned.
 */
public final class Pipeline implements AutoCloseable {
  private final Fleet fleet;
  private final PathParameters remote;
  private final Driver driver;
  private final SimulationState traffic;
  private final EventQueue events;
  private final OperationColumns ops;
  private final Ports ports;
  private final Sending sending;
  private final Copying copying;
  private final Requests requests;
  private final Arrival arrival;
  private final CompletionNotification completion;
  private final long[] nearIssue; // by kind
  private final long[] farIssue;

  private int[] agentPe = new int[0];
  private int[] lanes = new int[0];
  private long messages;

  /** A pipeline at time 0 whose times vary by nothing. */
  public Pipeline(Fleet fleet, Driver driver) {
    this(fleet, driver, 0, 0);
  }

  /**
   * A pipeline at time 0.
   *
   * @param jitter by which share of itself each issue and each latency may be longer; 0 for none
   * @param seed of that variation
   */
  public Pipeline(Fleet fleet, Driver driver, double jitter, long seed) {
    this.fleet = fleet;
    this.remote = fleet.remote();
    this.driver = driver;
    this.traffic = new SimulationState(fleet, new ToDriver(), jitter, seed);
    this.events = traffic.events();
    this.ops = traffic.ops();
    Connections connections = new Connections(fleet);
    this.ports = new Ports(traffic, connections);
    this.sending = new Sending(traffic, ports);
    this.copying = new Copying(traffic, ports, sending);
    this.requests = new Requests(traffic, connections, copying, sending);
    this.arrival = new Arrival(traffic, ports, sending, requests.proxies);
    this.completion = new CompletionNotification(traffic, requests);
    this.nearIssue = issue(fleet.local());
    this.farIssue = issue(remote);
  }

  /** Sets the listener for the stages of operations, or none. */
  public void listen(@Nullable StageListener listener) {
    traffic.listen(listener);
  }

  public Fleet fleet() {
    return fleet;
  }

  /** The present, picoseconds. */
  public long now() {
    return events.now();
  }

  /** The time of the next event, unless a flow ends before; {@code Long.MAX_VALUE} of none. */
  public long nextTime() {
    return events.nextTime();
  }

  /** Whether nothing is left to happen. */
  public boolean idle() {
    return events.isEmpty() && !sending.moving();
  }

  /** Operations issued so far. */
  public long messages() {
    return messages;
  }

  /** Operations that are not over. */
  public int inFlight() {
    return ops.live();
  }

  /** Says on which PE an agent is; among several queue pairs it takes one of its own. */
  public void place(int agent, int pe) {
    place(agent, pe, agent);
  }

  /**
   * Says on which PE an agent is.
   *
   * @param lane agents of one number use the same of several queue pairs, where those are not taken
   *     in rotation
   */
  public void place(int agent, int pe, int lane) {
    if (agent >= agentPe.length) {
      int size = Math.max(agent + 1, 2 * agentPe.length);
      agentPe = Arrays.copyOf(agentPe, size);
      lanes = Arrays.copyOf(lanes, size);
    }
    traffic.callers(agent, Callers.USUAL);
    agentPe[agent] = pe;
    lanes[agent] = lane;
    completion.begin(agent, pe);
  }

  /** Says which threads make an agent's calls; else there are as many as usual in their scope. */
  public void callers(int agent, Callers together) {
    traffic.callers(agent, together);
  }

  /** Lets an agent go on at a time. */
  public void wake(int agent, long time) {
    events.add(time, agent);
  }

  /** Reminds the driver of something at a time. */
  public void remind(int what, long time) {
    if (what < 0 || what > SimulationState.NUMBER) {
      throw new IllegalArgumentException(
          "a reminder is a number from 0 to " + SimulationState.NUMBER);
    }
    traffic.at(time, SimulationState.REMIND, what);
  }

  /** The stations that served most, busiest first. */
  public ImmutableList<Load> busiest(int most) {
    BusiestStation loads = new BusiestStation(most, now());
    int pes = fleet.pes();
    loads.add(copying.sms, pes, pe -> "copying SMs of PE " + pe);
    loads.add(ports.portOut, pes, pe -> "port of PE " + pe + ", sending");
    loads.add(ports.portIn, pes, pe -> "port of PE " + pe + ", receiving");
    loads.add(arrival.atomics, pes, pe -> "atomic unit of PE " + pe);
    if (fleet.routes().useNetwork()) {
      loads.add(ports.nicOut, fleet.nics(), nic -> "NIC " + nic + ", sending");
      loads.add(ports.nicIn, fleet.nics(), nic -> "NIC " + nic + ", receiving");
      int workers = remote.proxy().workers();
      loads.add(requests.proxies, pes * workers, worker -> "proxy of PE " + worker / workers);
    }
    return loads.list();
  }

  /** Runs until nothing is left to happen; gives the time of the last event, picoseconds. */
  public long run() {
    while (!idle()) {
      step();
    }
    return events.now();
  }

  /** Frees what shares the links. */
  @Override
  public void close() {
    sending.close();
  }

  /** Takes the next event, of which there must be one. */
  public void step() {
    sending.advance(events.nextTime());
    int event = events.take();
    int number = event & SimulationState.NUMBER;
    switch (event >>> SimulationState.KIND_SHIFT) {
      case SimulationState.RESUME -> driver.resume(this, number, events.now());
      case SimulationState.SUBMIT -> requests.submit(number);
      case SimulationState.DISPATCH -> dispatch(number);
      case SimulationState.ARRIVE -> arrival.arrive(number);
      case SimulationState.RETURN -> arrival.returned(number);
      case SimulationState.DONE -> completion.done(number);
      case SimulationState.REMIND -> driver.reminded(this, number, events.now());
      case SimulationState.FLOWN -> sending.flown(number);
      default -> throw new IllegalStateException("event " + event);
    }
  }

  // ---------------------------------------------------------------- what agents call

  /**
   * An agent makes a call.
   *
   * @param from when, picoseconds: not before the present
   * @param bytes moved
   * @param scope the threads that make the call together
   * @param flags those of {@link Issuing}, together
   * @param tag by which the driver knows the operation
   */
  public void issue(
      int agent,
      long from,
      TransferKind kind,
      int target,
      long bytes,
      CallScope scope,
      int flags,
      int tag) {
    int source = agentPe[agent];
    int sort = kind.ordinal() | scope.ordinal() << 4;
    int marks = fleet.near(source, target) ? flags | SimulationState.NEAR : flags;
    int op = ops.add(agent, source, target, tag, lanes[agent], bytes, sort, marks);
    if ((flags & Issuing.UNTRACKED) == 0) {
      completion.track(op);
    }
    messages++;
    long calls = fleet.condition().on(source, issuePs(op, kind, scope, flags));
    long submitted = from + traffic.varied(calls);
    traffic.record(Stage.ISSUE, source, op, from, submitted);
    traffic.at(submitted, SimulationState.SUBMIT, op);
  }

  private long issuePs(int op, TransferKind kind, CallScope scope, int flags) {
    if (!traffic.near(op)) {
      return farIssue[kind.ordinal()];
    }
    if (kind == TransferKind.ATOMIC && (flags & Issuing.AGAIN) != 0) {
      return Math.min(nearIssue[kind.ordinal()], fleet.gpu().instructionPs() * Issuing.POSTED);
    }
    return traffic.lanes(ops.agent(op), scope).areEngine()
        ? Math.max(0, fleet.gpu().copyPs() - fleet.local().latencyPs()) // it is there after both
        : nearIssue[kind.ordinal()];
  }

  /**
   * An agent waits until its own stores, and all requests that its PE has issued for a network, are
   * complete, as far as they are tracked; then it is resumed.
   */
  public void quiet(int agent, long from) {
    PathParameters path = fleet.worst();
    if (path.initiator() == PathParameters.Initiator.PROXY) {
      int pe = agentPe[agent];
      int marks = SimulationState.DRAIN | Issuing.UNTRACKED;
      int op = ops.add(agent, pe, pe, -1, lanes[agent], 0, TransferKind.PUT.ordinal(), marks);
      traffic.at(from, SimulationState.SUBMIT, op);
    } else {
      completion.drain(agent, from);
    }
  }

  /** An agent waits until it may change its sources; then it is resumed. Threads have read them. */
  public void flush(int agent, long from) {
    if (fleet.worst().initiator() == PathParameters.Initiator.STORES) {
      wake(agent, from);
    } else {
      quiet(agent, from);
    }
  }

  /** An agent passes a fence; then it is resumed. */
  public void fence(int agent, long from) {
    PathParameters path = fleet.worst();
    if (path.fence() == PathParameters.Fence.DRAINS
        || path.initiator() == PathParameters.Initiator.STORES) {
      quiet(agent, from); // a thread's fence waits until its own stores have arrived
    } else {
      wake(agent, from + path.fencePs());
    }
  }

  // A queue pair or a proxy hands an operation over.
  private void dispatch(int op) {
    if (remote.initiator() == PathParameters.Initiator.PROXY) {
      requests.taken(op);
      if ((ops.flags(op) & SimulationState.DRAIN) != 0) {
        int agent = ops.agent(op);
        ops.remove(op);
        completion.drain(agent, events.now());
        return;
      }
    }
    sending.sendOut(op);
  }

  private long[] issue(PathParameters path) {
    double clock = fleet.gpu().smHz();
    return Arrays.stream(TransferKind.values())
        .mapToLong(kind -> path.issue().of(kind).at(clock))
        .toArray();
  }

  /** Passes the events of the stations to the driver, with this pipeline. */
  private final class ToDriver implements OperationListener {
    @Override
    public void resume(int agent, long now) {
      driver.resume(Pipeline.this, agent, now);
    }

    @Override
    public void visible(int tag, int target, long time) {
      driver.visible(Pipeline.this, tag, target, time);
    }

    @Override
    public void sourceRead(int tag, long time) {
      driver.sourceRead(Pipeline.this, tag, time);
    }

    @Override
    public void remoteRead(int tag, long time) {
      driver.remoteRead(Pipeline.this, tag, time);
    }

    @Override
    public void complete(int tag, long now) {
      driver.complete(Pipeline.this, tag, now);
    }
  }
}
