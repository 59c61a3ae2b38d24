package org.shmemlab.transports.cost.stations;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.MachineCondition;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.TransferKind;

/** Sends messages through NICs, the large ones as flows that share the links of their routes. */
final class Sending {
  private static final int REQUEST_BYTES = 16;

  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Ports ports;
  private final MachineCondition condition;
  private @Nullable Flows flows; // opened by the first large message

  Sending(SimulationState traffic, Ports ports) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.ports = ports;
    this.condition = fleet.condition();
  }

  /** The NIC takes an operation that its queue has handed over. */
  void sendOut(int op) {
    if (flows != null && flows.waits(queueOf(op), op)) {
      return;
    }
    long now = traffic.now();
    int source = ops.source(op);
    int target = ops.target(op);
    TransferKind kind = traffic.kind(op);
    boolean flow = !kind.returns() && isFlow(op);
    int pieces = kind.returns() ? 1 : traffic.pieces(op);
    long bytes = kind.returns() ? REQUEST_BYTES : traffic.share(op);
    long start = now;
    for (int piece = 0; piece < pieces; piece++) {
      int nic = traffic.nic(source, op, piece);
      int other = traffic.nic(target, op, piece);
      long service = ports.serviceTime(nic, other, flow ? 0 : bytes, remote.putRate());
      start = Math.max(start, ports.nicOut.begin(nic, now, service));
      if (flow) {
        ports.nicOut.count(nic, SimulationState.ps(bytes, condition.rateOf(nic, remote.putRate())));
      }
    }
    if (!kind.returns() && (ops.flags(op) & Issuing.NOTIFY) != 0) {
      traffic.observer().sourceRead(ops.tag(op), start);
    }
    if (flow) {
      traffic.record(Stage.SEND_WAIT, source, op, now, start);
      flow(op, start, source, target, flowRate(op, source, target, remote.putRate()));
      if (remote.keepsOrder() && flows != null) {
        flows.occupy(queueOf(op));
      }
      return;
    }
    long latency = traffic.latency(op, remote);
    double rate = traffic.rateAt(source, op, remote.putRate());
    ops.tail(op, start + SimulationState.ps(bytes, rate) + latency);
    traffic.record(Stage.SEND_WAIT, source, op, now, start);
    traffic.record(Stage.WIRE, source, op, start, start + latency);
    traffic.at(start + latency, SimulationState.ARRIVE, op);
  }

  /** The highest rate of a flow between NICs. */
  double flowRate(int op, int from, int to, double rate) {
    double cards = Math.min(traffic.rateAt(from, op, rate), traffic.rateAt(to, op, rate));
    return traffic.shareOf(from, to, cards);
  }

  /** Whether an operation's data share links with others. */
  boolean isFlow(int op) {
    return ops.bytes(op) > Issuing.LARGEST_QUEUED && fleet.wires() != null;
  }

  /** Starts a flow. */
  void flow(int op, long start, int from, int to, double rate) {
    if (flows == null) {
      flows = new Flows(fleet, Objects.requireNonNull(fleet.wires()));
    }
    int pieces = traffic.pieces(op);
    int each = fleet.cards().each();
    for (int piece = 0; piece < pieces; piece++) {
      int turn = (ops.card(op) + piece) % each;
      flows.start(start, op, pieces, from, to, turn, traffic.share(op), rate);
    }
  }

  // The last byte has been sent.
  void flown(int op) {
    long now = traffic.now();
    int source = ops.source(op);
    PathParameters path = traffic.path(op);
    boolean returns = traffic.kind(op).returns();
    ops.mark(op, SimulationState.SENT);
    long latency = traffic.latency(op, path);
    int event = returns ? SimulationState.RETURN : SimulationState.ARRIVE;
    traffic.record(returns ? Stage.RETURN : Stage.WIRE, source, op, now, now + latency);
    traffic.at(now + latency, event, op);
    if (returns) {
      return;
    }
    if (traffic.byStores(op)) {
      if (!traffic.awaitsSignal(op)) {
        traffic.returnAt(op, now);
      }
    } else if (flows != null) {
      flows.release(queueOf(op)).forEach(this::sendOut);
    }
  }

  // The queue that sends in order: a queue pair, or a proxy's only one for each target.
  private long queueOf(int op) {
    return ops.queue(op) != OperationColumns.NONE
        ? ops.queue(op)
        : -1 - ((long) ops.source(op) * fleet.pes() + ops.target(op));
  }

  boolean moving() {
    return flows != null && flows.moving();
  }

  /** Lets flows go on, but not beyond a time. */
  void advance(long limit) {
    if (flows != null && flows.moving()) {
      flows.advance(limit, (op, time) -> traffic.at(time, SimulationState.FLOWN, op));
    }
  }

  void close() {
    if (flows != null) {
      flows.close();
    }
  }
}
