package org.shmemlab.transports.cost.stations;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.ScopeRates;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Holds the state that all stations share: the time, the operations in flight, the listener, and
 * the latency between PEs.
 */
final class SimulationState {
  private static final CallScope[] SCOPES = CallScope.values();

  static final int DRAIN = 8; // the request of a quiet, in a proxy's queue
  static final int SENT = 16; // a flow whose last byte has been sent
  static final int NEAR = 128; // between PEs that map each other's memory

  static final int KIND_SHIFT = 29;
  static final int NUMBER = (1 << KIND_SHIFT) - 1;
  static final int RESUME = 0;
  static final int SUBMIT = 1;
  static final int DISPATCH = 2;
  static final int ARRIVE = 3;
  static final int RETURN = 4;
  static final int DONE = 5;
  static final int REMIND = 6;
  static final int FLOWN = 7;

  private final OperationListener observer;
  private final Fleet fleet;
  private final EventQueue events = new EventQueue();
  private final OperationColumns ops = new OperationColumns();
  private final double jitter;
  private final SplittableRandom random;
  private final boolean remoteByStores;
  private final int each; // NICs of a PE
  private final int alike; // PEs of a node where all nodes use their NICs alike, or else all PEs
  private final int[] nics; // of so many PEs, by PE and index
  private Callers[] callers = new Callers[0]; // by agent
  private @Nullable StageListener stages;

  SimulationState(Fleet fleet, OperationListener observer, double jitter, long seed) {
    this.fleet = fleet;
    this.observer = observer;
    this.jitter = jitter;
    this.remoteByStores = fleet.remote().initiator() == PathParameters.Initiator.STORES;
    this.random = new SplittableRandom(seed);
    this.each = fleet.cards().each();
    this.alike =
        fleet.condition().cards().isEmpty()
            ? Math.min(fleet.layout().pesPerNode(), fleet.pes())
            : fleet.pes();
    this.nics = new int[fleet.routes().useNetwork() ? alike * each : 0];
    for (int i = 0; i < nics.length; i++) {
      nics[i] = fleet.nic(i / each, i % each);
    }
  }

  OperationListener observer() {
    return observer;
  }

  Fleet fleet() {
    return fleet;
  }

  EventQueue events() {
    return events;
  }

  OperationColumns ops() {
    return ops;
  }

  void listen(@Nullable StageListener listener) {
    stages = listener;
  }

  long now() {
    return events.now();
  }

  /** Something of a kind happens to an operation at a time. */
  void at(long time, int kind, int op) {
    events.add(time, kind << KIND_SHIFT | op);
  }

  /** Lets an agent go on at a time. */
  void wake(int agent, long time) {
    events.add(time, agent);
  }

  /** The call of an operation returns at a time. */
  void returnAt(int op, long time) {
    if (time == events.now()) {
      observer.resume(ops.agent(op), time);
    } else {
      wake(ops.agent(op), time);
    }
  }

  /** Whether an operation stays within its node. */
  boolean near(int op) {
    return (ops.flags(op) & (NEAR | Issuing.NETWORK)) == NEAR;
  }

  /** Whether an operation's signal is still to be sent, by the thread that stores its data. */
  boolean awaitsSignal(int op) {
    return (ops.flags(op) & Issuing.SIGNAL_BY_NETWORK) != 0;
  }

  /** The path of an operation. */
  PathParameters path(int op) {
    return near(op) ? fleet.local() : fleet.remote();
  }

  /** Whether threads of the GPU carry an operation out themselves. */
  boolean byStores(int op) {
    return near(op) || remoteByStores;
  }

  /** From the sending side of an operation to its target, or back, picoseconds. */
  long latency(int op, PathParameters path) {
    int source = ops.source(op);
    int target = ops.target(op);
    if (near(op)) {
      return varied(path.latencyPs());
    }
    return varied(
        path.latencyPs()
            + hops(source, target) * path.hopPs()
            + (crosses(source, target) ? fleet.crossRailPs() : 0));
  }

  int hops(int source, int target) {
    return fleet.near(source, target) ? 0 : fleet.hops().between(source, target);
  }

  /** A time with its variation. */
  long varied(long ps) {
    return jitter == 0 ? ps : ps + (long) (ps * jitter * random.nextDouble());
  }

  /** Into how many pieces an operation's data are cut, each for another NIC. */
  int pieces(int op) {
    return byStores(op) ? 1 : fleet.cards().pieces(ops.bytes(op));
  }

  /** The NIC of a piece at one of an operation's PEs, counted over all nodes. */
  int nic(int pe, int op, int piece) {
    int turn = ops.card(op) + piece;
    int group = pe / alike;
    return group * fleet.nicsPerNode()
        + nics[(pe - group * alike) * each + (turn < each ? turn : turn - each)];
  }

  /** The bytes of an operation's largest piece. */
  long share(int op) {
    int pieces = pieces(op);
    return pieces == 1 ? ops.bytes(op) : (ops.bytes(op) + pieces - 1) / pieces;
  }

  /** Whether two PEs' NICs have different positions in their nodes. */
  boolean crosses(int source, int target) {
    return rail(source) != rail(target);
  }

  private int rail(int pe) {
    return nics[pe % alike * each] % fleet.nicsPerNode();
  }

  /** The remaining share of a rate between two PEs. */
  double shareOf(int source, int target, double rate) {
    return crosses(source, target) ? rate * fleet.crossRailShare() : rate;
  }

  /**
   * The remaining part of a rate at the NICs, or loads and stores, of one of an operation's PEs.
   */
  double rateAt(int pe, int op, double rate) {
    if (fleet.condition().usualBytes() || byStores(op)) {
      return rate;
    }
    double least = rate;
    int pieces = pieces(op);
    for (int piece = 0; piece < pieces; piece++) {
      least = Math.min(least, fleet.condition().rateOf(nic(pe, op, piece), rate));
    }
    return least;
  }

  /** How long the NIC, or port, of one of an operation's PEs takes for a message. */
  long gapAt(int pe, int op, long ps) {
    return fleet.condition().usualMessages() || byStores(op)
        ? ps
        : fleet.condition().gapOf(nic(pe, op, 0), ps);
  }

  TransferKind kind(int op) {
    return TransferKind.of(ops.kind(op) & 15);
  }

  CallScope scope(int op) {
    return SCOPES[ops.kind(op) >> 4];
  }

  /** The threads that carry an operation out. */
  Lanes lanes(int op) {
    return lanes(ops.agent(op), scope(op));
  }

  /** The threads that carry out an agent's operations in a scope. */
  Lanes lanes(int agent, CallScope scope) {
    return callers[agent].in(scope);
  }

  /** Says which threads make an agent's calls. */
  void callers(int agent, Callers together) {
    if (agent >= callers.length) {
      callers = Arrays.copyOf(callers, Math.max(agent + 1, 2 * callers.length));
    }
    callers[agent] = together;
  }

  /** The rate at which threads move bytes over a link. */
  static double onLink(Lanes lanes, double rate) {
    return lanes.scattered() ? rate * ScopeRates.SCATTERED_LINK : rate;
  }

  /** The time for bytes at a rate in bytes per second. */
  static long ps(long bytes, double rate) {
    return (long) (bytes * (1e12 / rate) + 0.5);
  }

  /** An operation spends time in a stage that belongs to a PE. */
  void record(Stage stage, int pe, int op, long from, long to) {
    if (stages == null || (to <= from && stage != Stage.QUEUE_PAIR)) {
      return;
    }
    StageListener.Server server =
        switch (stage) {
          case PROXY -> StageListener.Server.PROXY;
          case QUEUE_PAIR -> StageListener.Server.QUEUE_PAIR;
          default -> byStores(op) ? StageListener.Server.PORT : StageListener.Server.CARD;
        };
    int number =
        switch (server) {
          case PORT, PROXY -> pe;
          case CARD -> fleet.nic(pe, ops.card(op));
          case QUEUE_PAIR -> ops.queue(op);
        };
    stages.stage(stage, server, number, ops.tag(op), from, to);
  }
}
