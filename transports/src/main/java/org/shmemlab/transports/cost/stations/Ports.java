package org.shmemlab.transports.cost.stations;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.MachineCondition;
import org.shmemlab.transports.cost.parameters.PathParameters;

/** Serves messages at the ports of GPUs and at NICs: one after another, in either direction. */
final class Ports {
  final Stations portOut;
  final Stations portIn;
  final Stations nicOut;
  final Stations nicIn;
  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Connections connections;
  private final MachineCondition condition;

  Ports(SimulationState traffic, Connections connections) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.connections = connections;
    this.condition = fleet.condition();
    int pes = fleet.pes();
    int nics = fleet.routes().useNetwork() ? fleet.nics() : 0;
    this.portOut = new Stations(pes);
    this.portIn = new Stations(pes);
    this.nicOut = new Stations(nics);
    this.nicIn = new Stations(nics);
  }

  // The first byte is here; the last one is when the port has taken all, and not before it came.
  long receive(int op, int from, int at, PathParameters path) {
    long now = traffic.now();
    long bytes = ops.bytes(op);
    if ((ops.flags(op) & SimulationState.SENT) != 0) {
      return now;
    }
    long start;
    if (traffic.byStores(op)) {
      start =
          portIn.begin(
              at, now, Math.max(path.messageGapPs(), SimulationState.ps(bytes, path.putRate())));
    } else {
      bytes = traffic.share(op);
      start = now;
      int pieces = traffic.pieces(op);
      for (int piece = 0; piece < pieces; piece++) {
        int nic = traffic.nic(at, op, piece);
        long service = serviceTime(nic, traffic.nic(from, op, piece), bytes, path.putRate());
        start = Math.max(start, nicIn.begin(nic, now, service));
      }
    }
    return Math.max(
        start + SimulationState.ps(bytes, traffic.rateAt(at, op, path.putRate())), ops.tail(op));
  }

  /** How long a NIC is busy with a message of so many bytes to or from another. */
  long serviceTime(int nic, int other, long bytes, double rate) {
    int duplex = connections.duplex(nic);
    long gap = duplex > 0 ? remote.duplexGapPs() : remote.messageGapPs();
    double slowdown = remote.connections().slowdown(duplex, bytes);
    boolean crosses = nic % fleet.nicsPerNode() != other % fleet.nicsPerNode();
    double left = condition.rateOf(nic, crosses ? rate * fleet.crossRailShare() : rate);
    long message = condition.gapOf(nic, slowdown == 1 ? gap : Math.round(gap * slowdown));
    return Math.max(message, SimulationState.ps(bytes, left));
  }
}
