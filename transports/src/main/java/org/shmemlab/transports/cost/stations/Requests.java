package org.shmemlab.transports.cost.stations;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.Proxy;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Submits operations for a network to a queue pair or to the ring of a proxy, where they wait if
 * that is full.
 */
final class Requests {
  final Stations proxies;
  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Connections connections;
  private final Copying copying;
  private final Sending sending;
  private final ResourceQueues fullQueues;
  private final ResourceQueues fullRings;
  private final int[] ringBytes;
  private final byte[] turns; // of the NICs of each PE

  Requests(SimulationState traffic, Connections connections, Copying copying, Sending sending) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.connections = connections;
    this.copying = copying;
    this.sending = sending;
    this.fullQueues = new ResourceQueues(ops);
    this.fullRings = new ResourceQueues(ops);
    boolean network = fleet.routes().useNetwork();
    this.proxies = new Stations(network ? fleet.pes() * remote.proxy().workers() : 0);
    this.ringBytes = new int[network ? fleet.pes() : 0];
    this.turns = new byte[ringBytes.length];
  }

  void submit(int op) {
    int source = ops.source(op);
    int target = ops.target(op);
    if ((ops.flags(op) & SimulationState.DRAIN) == 0 && traffic.near(op)) {
      copying.store(op, source, target);
      return;
    }
    switch (remote.initiator()) {
      case QUEUE_PAIRS -> {
        int queue = connections.between(source, target, ops.lane(op));
        ops.queue(op, queue);
        ops.card(op, connections.card(queue));
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
      case STORES -> copying.store(op, source, target);
    }
  }

  private void post(int op) {
    long now = traffic.now();
    long seen = connections.post(ops.queue(op), now);
    traffic.record(Stage.QUEUE_PAIR, ops.source(op), op, now, seen);
    if (seen == now) {
      sending.sendOut(op);
    } else {
      traffic.at(seen, SimulationState.DISPATCH, op);
    }
    if ((ops.flags(op) & Issuing.BLOCKING) == 0) {
      traffic.returnAt(op, now);
    }
  }

  private boolean fits(int op) {
    return ringBytes[ops.source(op)] + traffic.kind(op).requestBytes()
        <= remote.proxy().ringBytes();
  }

  private void enqueue(int op) {
    long now = traffic.now();
    int source = ops.source(op);
    Proxy proxy = remote.proxy();
    ringBytes[source] += traffic.kind(op).requestBytes();
    if ((ops.flags(op) & SimulationState.DRAIN) == 0) {
      ops.card(op, turns[source]);
      turns[source] = (byte) ((turns[source] + 1) % fleet.cards().each());
    }
    int worker = proxies.freest(source * proxy.workers(), proxy.workers());
    long end = proxies.endInBatch(worker, now, proxy.coldPs(), proxy.warmPs(), proxy.batch());
    end += proxy.latencyPs();
    if (waitsForItsData(op)) {
      double rate = traffic.rateAt(source, op, remote.putRate());
      long data = SimulationState.ps(traffic.share(op), rate);
      proxies.begin(worker, end, data + remote.latencyPs() + remote.ackPs());
    }
    traffic.record(Stage.PROXY, source, op, now, end);
    traffic.at(end, SimulationState.DISPATCH, op);
    if ((ops.flags(op) & (Issuing.BLOCKING | SimulationState.DRAIN)) == 0) {
      traffic.returnAt(op, now);
    }
  }

  // libfabric's put with a signal: the proxy writes the data, waits for their acknowledgement and
  // only then sends the signal (docs/reference/nvshmem.md, section 3.3).
  private boolean waitsForItsData(int op) {
    return traffic.kind(op) == TransferKind.PUT_SIGNAL
        && remote.signalAfterAck()
        && remote.fence() != PathParameters.Fence.PASSES;
  }

  /**
   * The proxy has taken a request out of its ring; the request of a quiet asks for nothing else.
   */
  void taken(int op) {
    int source = ops.source(op);
    ringBytes[source] -= traffic.kind(op).requestBytes();
    while (!fullRings.isEmpty(source) && fits(fullRings.peek(source))) {
      enqueue(fullRings.take(source));
    }
  }

  /** A request is acknowledged: the next one may take its place in the queue pair. */
  void release(int queue) {
    connections.release(queue);
    if (!fullQueues.isEmpty(queue)) {
      int waiting = fullQueues.take(queue);
      connections.reserve(queue);
      post(waiting);
    }
  }
}
