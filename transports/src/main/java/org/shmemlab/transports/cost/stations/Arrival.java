package org.shmemlab.transports.cost.stations;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.Proxy;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Handles the arrival of operations at their target: data enter memory, signals and atomics are
 * updated, gets are answered.
 */
final class Arrival {
  final Stations atomics;
  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Ports ports;
  private final Sending sending;
  private final Stations proxies;
  private final long signalIssue;

  Arrival(SimulationState traffic, Ports ports, Sending sending, Stations proxies) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.ports = ports;
    this.sending = sending;
    this.proxies = proxies;
    this.signalIssue = remote.issue().of(TransferKind.SIGNAL).at(fleet.gpu().smHz());
    this.atomics = new Stations(fleet.pes());
  }

  void arrive(int op) {
    long now = traffic.now();
    int source = ops.source(op);
    int target = ops.target(op);
    PathParameters path = traffic.path(op);
    TransferKind kind = traffic.kind(op);
    if (kind.isGet()) {
      answer(op, now, path);
      return;
    }
    long visible = now;
    if (kind != TransferKind.FETCH) {
      visible = ports.receive(op, source, target, path);
      traffic.record(Stage.RECEIVE, target, op, now, visible);
    }
    if (traffic.awaitsSignal(op)) {
      sendSignal(op, visible + path.ackPs());
      return;
    }
    if (!kind.isPut()) {
      long sent = visible;
      if (kind == TransferKind.PUT_SIGNAL && path.signalAfterAck()) {
        long latency = traffic.latency(op, path);
        sent = path.fenceEndPs(visible - latency, visible + path.ackPs()) + latency;
      }
      visible = update(op, target, sent, path, kind);
      traffic.record(Stage.UPDATE, target, op, sent, visible);
    }
    if ((ops.flags(op) & Issuing.NOTIFY) != 0) {
      traffic.observer().visible(ops.tag(op), target, visible);
    }
    if (kind == TransferKind.FETCH) {
      long back = visible + traffic.latency(op, path);
      traffic.record(Stage.RETURN, target, op, visible, back);
      ops.tail(op, back);
      traffic.at(back, SimulationState.DONE, op);
    } else if ((ops.flags(op) & Issuing.UNTRACKED) != 0 && ops.queue(op) == OperationColumns.NONE) {
      ops.remove(op);
    } else {
      long acknowledged =
          visible + traffic.varied(path.ackPs() + traffic.hops(source, target) * path.hopPs());
      traffic.record(Stage.RETURN, target, op, visible, acknowledged);
      traffic.at(acknowledged, SimulationState.DONE, op);
    }
  }

  /**
   * The data of a put have arrived, and the thread that stored them has passed its fence: their
   * signal goes as one of its own does, and the call returns when it is posted.
   *
   * @param from when the fence ends
   */
  private void sendSignal(int op, long from) {
    int put = TransferKind.PUT_SIGNAL.ordinal();
    ops.kind(op, ops.kind(op) - put + TransferKind.SIGNAL.ordinal());
    ops.bytes(op, Long.BYTES);
    int before = Issuing.SIGNAL_BY_NETWORK | SimulationState.SENT | Issuing.BLOCKING;
    ops.flags(op, (ops.flags(op) & ~before) | Issuing.NETWORK);
    long issue = fleet.condition().on(ops.source(op), signalIssue);
    long submitted = from + traffic.varied(issue);
    traffic.record(Stage.ISSUE, ops.source(op), op, from, submitted);
    traffic.at(submitted, SimulationState.SUBMIT, op);
  }

  // Words that no other agent asks for pass one after another; each takes its time.
  private long update(int op, int target, long at, PathParameters path, TransferKind kind) {
    if (path.atomicByProxy() && (kind == TransferKind.ATOMIC || kind == TransferKind.FETCH)) {
      Proxy proxy = remote.proxy();
      int worker = proxies.freest(target * proxy.workers(), proxy.workers());
      return proxies.endInBatch(worker, at, proxy.coldPs(), proxy.warmPs(), proxy.batch())
          + path.atomicPs();
    }
    return atomics.end(target, at, traffic.gapAt(target, op, path.messageGapPs()))
        + path.atomicPs();
  }

  // The target's port or NIC sends the data of a get.
  private void answer(int op, long now, PathParameters path) {
    int source = ops.source(op);
    int target = ops.target(op);
    long bytes = ops.bytes(op);
    Lanes lanes = traffic.lanes(op);
    double loads = fleet.condition().rateOn(source, path.loads().of(lanes));
    boolean flow = sending.isFlow(op) && !lanes.scattered();
    long queued = flow ? 0 : bytes;
    long start;
    if (traffic.byStores(op)) {
      start =
          ports.portOut.begin(
              target,
              now,
              SimulationState.ps(queued, SimulationState.onLink(lanes, path.getRate())));
      ports.portOut.count(target, SimulationState.ps(bytes - queued, path.getRate()));
    } else {
      bytes = traffic.share(op);
      queued = flow ? 0 : bytes;
      start = now;
      int pieces = traffic.pieces(op);
      for (int piece = 0; piece < pieces; piece++) {
        int nic = traffic.nic(target, op, piece);
        long service =
            ports.serviceTime(nic, traffic.nic(source, op, piece), queued, path.getRate());
        start = Math.max(start, ports.nicOut.begin(nic, now, service));
        double rate = fleet.condition().rateOf(nic, path.getRate());
        ports.nicOut.count(nic, SimulationState.ps(bytes - queued, rate));
      }
    }
    if ((ops.flags(op) & Issuing.NOTIFY) != 0) {
      traffic.observer().remoteRead(ops.tag(op), start);
    }
    if (flow) {
      traffic.record(Stage.SEND_WAIT, target, op, now, start);
      boolean near = traffic.near(op);
      double rate =
          near
              ? Math.min(SimulationState.onLink(lanes, path.getRate()), loads)
              : sending.flowRate(op, source, target, path.getRate());
      sending.flow(op, start, target, source, rate);
      return;
    }
    long latency = traffic.latency(op, path);
    // The first round of a loop of loads is the round trip itself.
    long further = Math.max(0, bytes - lanes.bytesOfARound());
    long loop = now + SimulationState.ps(further, loads) + latency;
    double rate = traffic.rateAt(target, op, path.getRate());
    ops.tail(op, Math.max(start + SimulationState.ps(bytes, rate) + latency, loop));
    traffic.record(Stage.SEND_WAIT, target, op, now, start);
    traffic.record(Stage.RETURN, target, op, start, start + latency);
    traffic.at(start + latency, SimulationState.RETURN, op);
  }

  void returned(int op) {
    int source = ops.source(op);
    int target = ops.target(op);
    long landed = ports.receive(op, target, source, traffic.path(op));
    traffic.record(Stage.RECEIVE, source, op, traffic.now(), landed);
    traffic.at(landed, SimulationState.DONE, op);
  }
}
