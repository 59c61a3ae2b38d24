package org.shmemlab.transports.cost;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Scope;

/**
 * Takes operations through the stations of their path (reference/network.md, 5.2): the issuing
 * thread, its queue pair or proxy, the sending port, the wire, the receiving port, the atomic unit
 * of the target, the acknowledgement, and the quiet that polls for it.
 *
 * <p>Small messages are served by ports one after another. Large ones are flows that share the
 * links of their routes, where the fleet has {@link Wires}; small ones pass them, as packets of
 * different queue pairs take turns.
 *
 * <p>Agents are numbers from 0. An agent may have one call at a time; the {@link Driver} hears when
 * it has returned.
 */
public final class Pipeline implements AutoCloseable {
  /** Messages of more bytes share links as flows; up to here a port sends one after another. */
  public static final long LARGEST_QUEUED = 64 << 10;

  /** The call returns when its operation is complete, not when it is posted. */
  public static final int BLOCKING = 1;

  /** The driver wants to hear of each event of the operation. */
  public static final int NOTIFY = 2;

  /** No quiet waits for the operation: the library's own signals. */
  public static final int UNTRACKED = 4;

  private static final int DRAIN = 8; // the request of a quiet, in a proxy's queue
  private static final int SENT = 16; // a flow whose last byte has been sent

  private static final int KIND_SHIFT = 29;
  private static final int NUMBER = (1 << KIND_SHIFT) - 1;
  private static final int RESUME = 0;
  private static final int SUBMIT = 1;
  private static final int DISPATCH = 2;
  private static final int ARRIVE = 3;
  private static final int RETURN = 4;
  private static final int DONE = 5;
  private static final int REMIND = 6;
  private static final int FLOWN = 7;

  private static final long NEVER = -1;
  private static final int REQUEST_BYTES = 16;
  private static final Scope[] SCOPES = Scope.values();

  private final Fleet fleet;
  private final PathParameters local;
  private final PathParameters remote;
  private final Driver driver;
  private final EventQueue events = new EventQueue();
  private final Operations ops = new Operations();
  private final Connections connections;
  private final Lines fullQueues = new Lines(ops);
  private final Lines fullRings = new Lines(ops);
  private final int[] ringBytes;
  private final Stations sms;
  private final Stations portOut;
  private final Stations portIn;
  private final Stations nicOut;
  private final Stations nicIn;
  private final Stations atomics;
  private final Stations proxies;
  private final long[] nearIssue; // by kind
  private final long[] farIssue;
  private final double jitter;
  private final SplittableRandom random;

  private int[] agentPe = new int[0];
  private int[] outstanding = new int[0];
  private long[] draining = new long[0]; // since when, or NEVER
  private long messages;
  private @Nullable StageListener stages;
  private @Nullable Flows flows; // opened by the first large message

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
    this.local = fleet.local();
    this.remote = fleet.remote();
    this.driver = driver;
    this.connections = new Connections(fleet);
    int pes = fleet.pes();
    this.sms = new Stations(pes);
    this.portOut = new Stations(pes);
    this.portIn = new Stations(pes);
    this.atomics = new Stations(pes);
    boolean network = fleet.hasRemote();
    this.nicOut = new Stations(network ? fleet.nics() : 0);
    this.nicIn = new Stations(network ? fleet.nics() : 0);
    this.proxies = new Stations(network ? pes * remote.proxy().workers() : 0);
    this.ringBytes = new int[network ? pes : 0];
    this.nearIssue = issue(local);
    this.farIssue = issue(remote);
    this.jitter = jitter;
    this.random = new SplittableRandom(seed);
  }

  /** Who is told where operations spend their time, or nobody. */
  public void listen(@Nullable StageListener listener) {
    stages = listener;
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
    return events.isEmpty() && (flows == null || !flows.moving());
  }

  /** Operations issued so far. */
  public long messages() {
    return messages;
  }

  /** Operations that are not over. */
  public int inFlight() {
    return ops.live();
  }

  /** Says on which PE an agent is. */
  public void place(int agent, int pe) {
    if (agent >= agentPe.length) {
      int size = Math.max(agent + 1, 2 * agentPe.length);
      agentPe = Arrays.copyOf(agentPe, size);
      outstanding = Arrays.copyOf(outstanding, size);
      draining = Arrays.copyOf(draining, size);
    }
    agentPe[agent] = pe;
    outstanding[agent] = 0;
    draining[agent] = NEVER;
  }

  /** Lets an agent go on at a time. */
  public void wake(int agent, long time) {
    events.add(time, agent);
  }

  /** Reminds the driver of something at a time. */
  public void remind(int what, long time) {
    if (what < 0 || what > NUMBER) {
      throw new IllegalArgumentException("a reminder is a number from 0 to " + NUMBER);
    }
    events.add(time, REMIND << KIND_SHIFT | what);
  }

  /** The stations that served most, busiest first. */
  public ImmutableList<Load> busiest(int most) {
    Loads loads = new Loads(most);
    int pes = fleet.pes();
    loads.add(sms, pes, pe -> "copying SMs of PE " + pe);
    loads.add(portOut, pes, pe -> "port of PE " + pe + ", sending");
    loads.add(portIn, pes, pe -> "port of PE " + pe + ", receiving");
    loads.add(atomics, pes, pe -> "atomic unit of PE " + pe);
    if (fleet.hasRemote()) {
      loads.add(nicOut, fleet.nics(), nic -> "NIC " + nic + ", sending");
      loads.add(nicIn, fleet.nics(), nic -> "NIC " + nic + ", receiving");
      int workers = remote.proxy().workers();
      loads.add(proxies, pes * workers, worker -> "proxy of PE " + worker / workers);
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
    if (flows != null) {
      flows.close();
    }
  }

  /** Takes the next event, of which there must be one. */
  public void step() {
    if (flows != null && flows.moving()) {
      flows.advance(events.nextTime(), (op, time) -> events.add(time, FLOWN << KIND_SHIFT | op));
    }
    int event = events.take();
    int number = event & NUMBER;
    switch (event >>> KIND_SHIFT) {
      case RESUME -> driver.resume(this, number, events.now());
      case SUBMIT -> submit(number);
      case DISPATCH -> dispatch(number);
      case ARRIVE -> arrive(number);
      case RETURN -> returned(number);
      case DONE -> done(number);
      case REMIND -> driver.reminded(this, number, events.now());
      case FLOWN -> flown(number);
      default -> throw new IllegalStateException("event " + event);
    }
  }

  // ---------------------------------------------------------------- what agents call

  /**
   * An agent makes a call.
   *
   * @param from when, picoseconds: not before the present
   * @param bytes moved
   * @param scope who makes the call together
   * @param flags of {@link #BLOCKING}, {@link #NOTIFY}, {@link #UNTRACKED}
   * @param tag by which the driver knows the operation
   */
  public void issue(
      int agent, long from, Kind kind, int target, long bytes, Scope scope, int flags, int tag) {
    int op = ops.add();
    int source = agentPe[agent];
    ops.agent[op] = agent;
    ops.source[op] = source;
    ops.target[op] = target;
    ops.tag[op] = tag;
    ops.bytes[op] = bytes;
    ops.kind[op] = (byte) (kind.ordinal() | scope.ordinal() << 4);
    ops.flags[op] = (byte) flags;
    ops.queue[op] = Operations.NONE;
    if ((flags & UNTRACKED) == 0) {
      outstanding[agent]++;
    }
    messages++;
    long submitted =
        from + varied((fleet.near(source, target) ? nearIssue : farIssue)[kind.ordinal()]);
    tell(Stage.ISSUE, source, op, from, submitted);
    events.add(submitted, SUBMIT << KIND_SHIFT | op);
  }

  /** An agent waits until all its tracked operations are complete; then it is resumed. */
  public void quiet(int agent, long from) {
    PathParameters path = fleet.worst();
    if (path.initiator() == PathParameters.Initiator.PROXY) {
      int op = ops.add();
      ops.agent[op] = agent;
      ops.source[op] = agentPe[agent];
      ops.target[op] = agentPe[agent];
      ops.tag[op] = -1;
      ops.bytes[op] = 0;
      ops.kind[op] = (byte) Kind.PUT.ordinal();
      ops.flags[op] = DRAIN | UNTRACKED;
      ops.queue[op] = Operations.NONE;
      events.add(from, SUBMIT << KIND_SHIFT | op);
    } else {
      drain(agent, from);
    }
  }

  /** An agent passes a fence; then it is resumed. */
  public void fence(int agent, long from) {
    PathParameters path = fleet.worst();
    if (path.fenceDrains()) {
      quiet(agent, from);
    } else {
      wake(agent, from + path.fencePs());
    }
  }

  // ---------------------------------------------------------------- stations, one after another

  private void submit(int op) {
    int source = ops.source[op];
    int target = ops.target[op];
    if ((ops.flags[op] & DRAIN) == 0 && fleet.near(source, target)) {
      store(op, source, target);
      return;
    }
    switch (remote.initiator()) {
      case QUEUE_PAIRS -> {
        int queue = connections.between(source, target, ops.agent[op]);
        ops.queue[op] = queue;
        if (connections.reserve(queue)) {
          post(op);
        } else {
          fullQueues.add(queue, op);
        }
      }
      case PROXY -> {
        if (fullRings.isEmpty(source) && fits(op)) {
          enqueue(op);
        } else {
          fullRings.add(source, op);
        }
      }
      case STORES -> store(op, source, target);
    }
  }

  private void store(int op, int source, int target) {
    long now = events.now();
    PathParameters path = fleet.path(source, target);
    Kind kind = kind(op);
    long back = now;
    if (kind.isGet()) {
      ops.flags[op] |= BLOCKING; // the thread loads until the last byte is there
    }
    if (kind.returns()) {
      send(op, ARRIVE, now, path);
    } else {
      long bytes = ops.bytes[op];
      if ((ops.flags[op] & NOTIFY) != 0) {
        driver.sourceRead(this, ops.tag[op], now);
      }
      if (isFlow(op)) {
        long start = portOut.begin(source, now, path.messageGapPs());
        portOut.count(source, ps(bytes, path.putRate()));
        double rate = Math.min(path.stores().of(scope(op)), path.putRate());
        flow(op, start, source, target, rate);
        return; // the thread copies until the last byte is sent
      }
      long whole = ps(bytes, path.stores().block() * fleet.gpu().sms());
      Scope scope = scope(op);
      long further = Math.max(0, bytes - ScopeRates.bytesOfARound(scope)); // issue has the first
      long copied =
          Math.max(sms.end(source, now, whole), now + ps(further, path.stores().of(scope)));
      long wire = Math.max(path.messageGapPs(), ps(bytes, path.putRate()));
      long start = portOut.begin(source, now, wire);
      tell(Stage.COPY, source, op, now, copied);
      tell(Stage.SEND_WAIT, source, op, now, start);
      back = Math.max(copied, start);
      long latency = latency(op, path);
      ops.tail[op] = Math.max(copied, start + wire) + latency;
      tell(Stage.WIRE, source, op, start, start + latency);
      events.add(start + latency, ARRIVE << KIND_SHIFT | op);
      if (kind == Kind.PUT_SIGNAL && path.signalAfterAck()) {
        back = ops.tail[op] + path.ackPs(); // the thread's fence between data and signal
      }
    }
    if ((ops.flags[op] & BLOCKING) == 0 || !kind.returns()) {
      returnAt(op, back);
    }
  }

  // A request without data of its own: of a get or a fetching atomic.
  private void send(int op, int event, long now, PathParameters path) {
    long latency = latency(op, path);
    tell(Stage.WIRE, ops.source[op], op, now, now + latency);
    ops.tail[op] = now + latency;
    events.add(now + latency, event << KIND_SHIFT | op);
  }

  private void post(int op) {
    long now = events.now();
    long seen = connections.post(ops.queue[op], now);
    tell(Stage.QUEUE_PAIR, ops.source[op], op, now, seen);
    if (seen == now) {
      dispatch(op);
    } else {
      events.add(seen, DISPATCH << KIND_SHIFT | op);
    }
    if ((ops.flags[op] & BLOCKING) == 0) {
      returnAt(op, now);
    }
  }

  private boolean fits(int op) {
    return ringBytes[ops.source[op]] + kind(op).requestBytes() <= remote.proxy().ringBytes();
  }

  private void enqueue(int op) {
    long now = events.now();
    int source = ops.source[op];
    Proxy proxy = remote.proxy();
    ringBytes[source] += kind(op).requestBytes();
    int worker = proxies.freest(source * proxy.workers(), proxy.workers());
    long end = proxies.endInBatch(worker, now, proxy.coldPs(), proxy.warmPs(), proxy.batch());
    end += proxy.latencyPs();
    tell(Stage.PROXY, source, op, now, end);
    events.add(end, DISPATCH << KIND_SHIFT | op);
    if ((ops.flags[op] & (BLOCKING | DRAIN)) == 0) {
      returnAt(op, now);
    }
  }

  private void dispatch(int op) {
    long now = events.now();
    int source = ops.source[op];
    if (remote.initiator() == PathParameters.Initiator.PROXY) {
      ringBytes[source] -= kind(op).requestBytes();
      while (!fullRings.isEmpty(source) && fits(fullRings.peek(source))) {
        enqueue(fullRings.take(source));
      }
      if ((ops.flags[op] & DRAIN) != 0) {
        int agent = ops.agent[op];
        ops.remove(op);
        drain(agent, now);
        return;
      }
    }
    sendOut(op);
  }

  private void sendOut(int op) {
    if (flows != null && flows.waits(queueOf(op), op)) {
      return;
    }
    long now = events.now();
    int source = ops.source[op];
    int target = ops.target[op];
    Kind kind = kind(op);
    boolean flow = !kind.returns() && isFlow(op);
    long bytes = kind.returns() ? REQUEST_BYTES : ops.bytes[op];
    int nic = fleet.nic(source);
    long service = serviceTime(nic, fleet.nic(target), flow ? 0 : bytes, remote.putRate());
    long start = nicOut.begin(nic, now, service);
    if (!kind.returns() && (ops.flags[op] & NOTIFY) != 0) {
      driver.sourceRead(this, ops.tag[op], start);
    }
    if (flow) {
      tell(Stage.SEND_WAIT, source, op, now, start);
      nicOut.count(nic, ps(bytes, remote.putRate()));
      flow(op, start, source, target, shareOf(source, target, remote.putRate()));
      if (keepsOrder() && flows != null) {
        flows.occupy(queueOf(op));
      }
      return;
    }
    long latency = latency(op, remote);
    ops.tail[op] = start + ps(bytes, remote.putRate()) + latency;
    tell(Stage.SEND_WAIT, source, op, now, start);
    tell(Stage.WIRE, source, op, start, start + latency);
    events.add(start + latency, ARRIVE << KIND_SHIFT | op);
  }

  private boolean isFlow(int op) {
    return ops.bytes[op] > LARGEST_QUEUED && fleet.wires() != null;
  }

  private void flow(int op, long start, int from, int to, double rate) {
    if (flows == null) {
      flows = new Flows(fleet, Objects.requireNonNull(fleet.wires()));
    }
    flows.start(start, op, from, to, ops.bytes[op], rate);
  }

  // The last byte is on its way.
  private void flown(int op) {
    long now = events.now();
    int source = ops.source[op];
    int target = ops.target[op];
    PathParameters path = fleet.path(source, target);
    boolean returns = kind(op).returns();
    ops.flags[op] |= SENT;
    long latency = latency(op, path);
    int event = returns ? RETURN : ARRIVE;
    tell(returns ? Stage.RETURN : Stage.WIRE, source, op, now, now + latency);
    events.add(now + latency, event << KIND_SHIFT | op);
    if (returns) {
      return;
    }
    if (fleet.byStores(source, target)) {
      returnAt(op, now);
    } else if (flows != null) {
      flows.release(queueOf(op)).forEach(this::sendOut);
    }
  }

  // What sends in order: a queue pair, or a proxy's only one for each target.
  private long queueOf(int op) {
    return ops.queue[op] != Operations.NONE
        ? ops.queue[op]
        : -1 - ((long) ops.source[op] * fleet.pes() + ops.target[op]);
  }

  // Where a fence waits for acknowledgements, proxies have queues that do not keep order.
  private boolean keepsOrder() {
    return remote.initiator() == PathParameters.Initiator.QUEUE_PAIRS || !remote.fenceDrains();
  }

  private double shareOf(int source, int target, double rate) {
    return crosses(source, target) ? rate * fleet.crossRailShare() : rate;
  }

  private boolean crosses(int source, int target) {
    return fleet.nic(source) % fleet.nicsPerNode() != fleet.nic(target) % fleet.nicsPerNode();
  }

  private void arrive(int op) {
    long now = events.now();
    int source = ops.source[op];
    int target = ops.target[op];
    PathParameters path = fleet.path(source, target);
    Kind kind = kind(op);
    if (kind.isGet()) {
      answer(op, now, path);
      return;
    }
    long visible = now;
    if (kind != Kind.FETCH) {
      visible = receive(op, source, target, path);
      tell(Stage.RECEIVE, target, op, now, visible);
    }
    if (!kind.isPut()) {
      long sent = visible;
      if (kind == Kind.PUT_SIGNAL && path.signalAfterAck()) {
        sent = visible + path.ackPs() + latency(op, path);
      }
      visible = update(target, sent, path, kind);
      tell(Stage.UPDATE, target, op, sent, visible);
    }
    if ((ops.flags[op] & NOTIFY) != 0) {
      driver.visible(this, ops.tag[op], target, visible);
    }
    if (kind == Kind.FETCH) {
      long back = visible + latency(op, path);
      tell(Stage.RETURN, target, op, visible, back);
      ops.tail[op] = back;
      events.add(back, DONE << KIND_SHIFT | op);
    } else if ((ops.flags[op] & UNTRACKED) != 0 && ops.queue[op] == Operations.NONE) {
      ops.remove(op);
    } else {
      long acknowledged = visible + varied(path.ackPs() + hops(source, target) * path.hopPs());
      tell(Stage.RETURN, target, op, visible, acknowledged);
      events.add(acknowledged, DONE << KIND_SHIFT | op);
    }
  }

  // The first byte is here; the last one is when the port has taken all, and not before it came.
  private long receive(int op, int from, int at, PathParameters path) {
    long now = events.now();
    long bytes = ops.bytes[op];
    if ((ops.flags[op] & SENT) != 0) {
      return now;
    }
    long start;
    if (fleet.byStores(from, at)) {
      start = portIn.begin(at, now, Math.max(path.messageGapPs(), ps(bytes, path.putRate())));
    } else {
      int nic = fleet.nic(at);
      start = nicIn.begin(nic, now, serviceTime(nic, fleet.nic(from), bytes, path.putRate()));
    }
    return Math.max(start + ps(bytes, path.putRate()), ops.tail[op]);
  }

  // Words that nobody else asks for pass one after another; each takes its time.
  private long update(int target, long at, PathParameters path, Kind kind) {
    if (path.atomicByProxy() && (kind == Kind.ATOMIC || kind == Kind.FETCH)) {
      Proxy proxy = remote.proxy();
      int worker = proxies.freest(target * proxy.workers(), proxy.workers());
      return proxies.endInBatch(worker, at, proxy.coldPs(), proxy.warmPs(), proxy.batch())
          + path.atomicPs();
    }
    return atomics.end(target, at, path.messageGapPs()) + path.atomicPs();
  }

  // The target's port or card sends what a get asked for.
  private void answer(int op, long now, PathParameters path) {
    int source = ops.source[op];
    int target = ops.target[op];
    long bytes = ops.bytes[op];
    boolean flow = isFlow(op);
    long queued = flow ? 0 : bytes;
    long start;
    if (fleet.byStores(source, target)) {
      start = portOut.begin(target, now, ps(queued, path.getRate()));
      portOut.count(target, ps(bytes - queued, path.getRate()));
    } else {
      int nic = fleet.nic(target);
      start = nicOut.begin(nic, now, serviceTime(nic, fleet.nic(source), queued, path.getRate()));
      nicOut.count(nic, ps(bytes - queued, path.getRate()));
    }
    if ((ops.flags[op] & NOTIFY) != 0) {
      driver.remoteRead(this, ops.tag[op], start);
    }
    if (flow) {
      tell(Stage.SEND_WAIT, target, op, now, start);
      boolean near = fleet.near(source, target);
      double rate =
          near
              ? Math.min(path.getRate(), path.loads().of(scope(op)))
              : shareOf(source, target, path.getRate());
      flow(op, start, target, source, rate);
      return;
    }
    long latency = latency(op, path);
    // The first round of a loop of loads is the round trip itself.
    long loop = now + ps(bytes, path.loads().of(scope(op))) - latency;
    ops.tail[op] = Math.max(start + ps(bytes, path.getRate()) + latency, loop);
    tell(Stage.SEND_WAIT, target, op, now, start);
    tell(Stage.RETURN, target, op, start, start + latency);
    events.add(start + latency, RETURN << KIND_SHIFT | op);
  }

  private void returned(int op) {
    int source = ops.source[op];
    int target = ops.target[op];
    long landed = receive(op, target, source, fleet.path(source, target));
    tell(Stage.RECEIVE, source, op, events.now(), landed);
    events.add(landed, DONE << KIND_SHIFT | op);
  }

  private void done(int op) {
    long now = events.now();
    int agent = ops.agent[op];
    int flags = ops.flags[op];
    int queue = ops.queue[op];
    boolean stored = fleet.byStores(ops.source[op], ops.target[op]);
    boolean returns = kind(op).returns();
    if ((flags & NOTIFY) != 0) {
      driver.complete(this, ops.tag[op], now);
    }
    if ((flags & BLOCKING) != 0 && (!stored || returns)) {
      long poll = stored ? 0 : remote.waitCost();
      tell(Stage.QUIET, ops.source[op], op, now, now + poll);
      wake(agent, now + poll);
    }
    ops.remove(op);
    if (queue != Operations.NONE) {
      connections.release(queue);
      if (!fullQueues.isEmpty(queue)) {
        int waiting = fullQueues.take(queue);
        connections.reserve(queue);
        post(waiting);
      }
    }
    if ((flags & UNTRACKED) == 0 && --outstanding[agent] == 0 && draining[agent] != NEVER) {
      long since = draining[agent];
      draining[agent] = NEVER;
      PathParameters path = fleet.worst();
      boolean meanwhile = path.initiator() == PathParameters.Initiator.STORES;
      wake(agent, meanwhile ? Math.max(now, since + path.quietCost()) : now + path.quietCost());
    }
  }

  private void drain(int agent, long from) {
    if (outstanding[agent] == 0) {
      wake(agent, from + fleet.worst().quietCost());
    } else {
      draining[agent] = from;
    }
  }

  // ---------------------------------------------------------------- small things

  private void returnAt(int op, long time) {
    if (time == events.now()) {
      driver.resume(this, ops.agent[op], time);
    } else {
      wake(ops.agent[op], time);
    }
  }

  private long serviceTime(int nic, int other, long bytes, double rate) {
    int duplex = connections.duplex(nic);
    long gap = duplex > 0 ? remote.duplexGapPs() : remote.messageGapPs();
    double slowdown = remote.connections().slowdown(duplex, bytes);
    boolean crosses = nic % fleet.nicsPerNode() != other % fleet.nicsPerNode();
    long data = ps(bytes, crosses ? rate * fleet.crossRailShare() : rate);
    return Math.max(slowdown == 1 ? gap : Math.round(gap * slowdown), data);
  }

  private long latency(int op, PathParameters path) {
    int source = ops.source[op];
    int target = ops.target[op];
    if (fleet.near(source, target)) {
      return varied(path.latencyPs());
    }
    return varied(
        path.latencyPs()
            + hops(source, target) * path.hopPs()
            + (crosses(source, target) ? fleet.crossRailPs() : 0));
  }

  private int hops(int source, int target) {
    return fleet.near(source, target) ? 0 : fleet.hops().between(source, target);
  }

  private long varied(long ps) {
    return jitter == 0 ? ps : ps + (long) (ps * jitter * random.nextDouble());
  }

  private long[] issue(PathParameters path) {
    double clock = fleet.gpu().smHz();
    return Arrays.stream(Kind.values())
        .mapToLong(kind -> path.issue().of(kind).at(clock))
        .toArray();
  }

  private Scope scope(int op) {
    return SCOPES[ops.kind[op] >> 4];
  }

  private Kind kind(int op) {
    return Kind.of(ops.kind[op] & 15);
  }

  private static long ps(long bytes, double rate) {
    return (long) (bytes * (1e12 / rate) + 0.5);
  }

  private void tell(Stage stage, int pe, int op, long from, long to) {
    if (stages == null || (to <= from && stage != Stage.QUEUE_PAIR)) {
      return;
    }
    StageListener.Server server =
        switch (stage) {
          case PROXY -> StageListener.Server.PROXY;
          case QUEUE_PAIR -> StageListener.Server.QUEUE_PAIR;
          default ->
              fleet.byStores(ops.source[op], ops.target[op])
                  ? StageListener.Server.PORT
                  : StageListener.Server.CARD;
        };
    int number =
        switch (server) {
          case PORT, PROXY -> pe;
          case CARD -> fleet.nic(pe);
          case QUEUE_PAIR -> ops.queue[op];
        };
    stages.stage(stage, server, number, ops.tag[op], from, to);
  }
}
