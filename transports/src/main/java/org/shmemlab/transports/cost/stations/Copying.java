package org.shmemlab.transports.cost.stations;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.MachineCondition;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.TransferKind;

/** Copies by loads and stores of GPU threads, which share their SMs' rates. */
final class Copying {
  final Stations sms;
  private final SimulationState traffic;
  private final Fleet fleet;
  private final MachineCondition condition;
  private final OperationColumns ops;
  private final Ports ports;
  private final Sending sending;

  Copying(SimulationState traffic, Ports ports, Sending sending) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.condition = fleet.condition();
    this.ops = traffic.ops();
    this.ports = ports;
    this.sending = sending;
    this.sms = new Stations(fleet.pes());
  }

  void store(int op, int source, int target) {
    long now = traffic.now();
    PathParameters path = traffic.path(op);
    TransferKind kind = traffic.kind(op);
    long back = now;
    if (kind.isGet()) {
      ops.mark(op, Issuing.BLOCKING); // the thread loads until the last byte is there
    }
    if (kind.returns()) {
      send(op, SimulationState.ARRIVE, now, path);
    } else {
      long bytes = ops.bytes(op);
      Lanes lanes = traffic.lanes(op);
      if ((ops.flags(op) & Issuing.NOTIFY) != 0) {
        traffic.observer().sourceRead(ops.tag(op), now);
      }
      if (sending.isFlow(op) && !lanes.scattered()) {
        long start = ports.portOut.begin(source, now, path.messageGapPs());
        ports.portOut.count(source, SimulationState.ps(bytes, path.putRate()));
        double stores = condition.rateOn(source, path.stores().of(lanes));
        double rate = Math.min(stores, SimulationState.onLink(lanes, path.putRate()));
        sending.flow(op, start, source, target, rate);
        return; // the thread copies until the last byte is sent
      }
      double all = path.stores().block() * fleet.gpu().sms();
      long whole = SimulationState.ps(bytes, condition.rateOn(source, all));
      long further = Math.max(0, bytes - lanes.bytesOfARound()); // issue has the first
      long copied =
          Math.max(
              sms.end(source, now, whole),
              now + SimulationState.ps(further, condition.rateOn(source, path.stores().of(lanes))));
      long wire =
          Math.max(
              path.messageGapPs(),
              SimulationState.ps(bytes, SimulationState.onLink(lanes, path.putRate())));
      long start = ports.portOut.begin(source, now, wire);
      traffic.record(Stage.COPY, source, op, now, copied);
      traffic.record(Stage.SEND_WAIT, source, op, now, start);
      back = Math.max(copied, start);
      long latency = traffic.latency(op, path);
      ops.tail(op, Math.max(copied, start + wire) + latency);
      traffic.record(Stage.WIRE, source, op, start, start + latency);
      traffic.at(start + latency, SimulationState.ARRIVE, op);
      if (kind == TransferKind.PUT_SIGNAL && path.signalAfterAck()) {
        back = path.fenceEndPs(back, ops.tail(op) + path.ackPs()); // between data and signal
      }
    }
    boolean waits = kind.returns() && (ops.flags(op) & Issuing.BLOCKING) != 0;
    if (!waits && !traffic.awaitsSignal(op)) {
      traffic.returnAt(op, back);
    }
  }

  // A request without data of its own: of a get or a fetching atomic.
  private void send(int op, int event, long now, PathParameters path) {
    long latency = traffic.latency(op, path);
    traffic.record(Stage.WIRE, ops.source(op), op, now, now + latency);
    ops.tail(op, now + latency);
    traffic.at(now + latency, event, op);
  }
}
