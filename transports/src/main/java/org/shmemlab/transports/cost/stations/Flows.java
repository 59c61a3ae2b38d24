package org.shmemlab.transports.cost.stations;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.network.Link;
import org.shmemlab.transports.network.NetworkEngine;
import org.shmemlab.transports.network.NetworkEngines;

/**
 * Tracks large messages in flight: each is a flow over the links of its route, between the port or
 * NIC that sends it and the one that receives it. A queue pair sends one message after another, so
 * a message posted after a flow waits for its end.
 */
final class Flows implements AutoCloseable {
  private final Fleet fleet;
  private final Wires wires;
  private final int ports; // number of the first port's link
  private final NetworkEngine engine;
  private final Map<Long, Integer> routes = new HashMap<>(); // looked up only, as all maps here
  private final Map<Integer, Integer> operations = new HashMap<>(); // by flow
  private final Map<Integer, Integer> pieces = new HashMap<>(); // left of an operation that was cut
  private final Map<Long, Queue<Integer>> waiting = new HashMap<>(); // by queue that sends a flow

  /** Receives the operation whose last byte has been sent. */
  @FunctionalInterface
  interface Ends {
    void sent(int operation, long time);
  }

  Flows(Fleet fleet, Wires wires) {
    this.fleet = fleet;
    this.wires = wires;
    ImmutableList.Builder<Link> links = ImmutableList.builder();
    links.addAll(wires.links());
    this.ports = wires.topology().links();
    double port = most(fleet.local());
    for (int i = 0; i < 2 * fleet.pes(); i++) {
      links.add(new Link(port, 0));
    }
    if (fleet.routes().useNetwork()) {
      double card = most(fleet.remote());
      for (int i = 0; i < 2 * fleet.nics(); i++) {
        links.add(new Link(fleet.condition().rateOf(i % fleet.nics(), card), 0));
      }
    }
    this.engine = NetworkEngines.open(wires.engine(), links.build());
  }

  private static double most(PathParameters path) {
    return Math.max(path.putRate(), path.getRate());
  }

  /**
   * Starts a message, or one of the pieces of a message, at a time, in picoseconds; it never
   * exceeds a rate, in bytes per second.
   *
   * @param of how many pieces
   * @param turn index of the NICs that it uses
   */
  void start(long at, int operation, int of, int from, int to, int turn, long bytes, double rate) {
    long way = ((long) from * fleet.pes() + to) * fleet.cards().each() + turn;
    int route = routes.computeIfAbsent(way, _ -> engine.addRoute(route(from, to, turn)));
    operations.put(engine.start(at, route, bytes, rate), operation);
    if (of > 1) {
      pieces.put(operation, of);
    }
  }

  private ImmutableIntArray route(int from, int to, int turn) {
    boolean near = fleet.near(from, to);
    int first = near ? ports : ports + 2 * fleet.pes();
    int count = near ? fleet.pes() : fleet.nics();
    return ImmutableIntArray.builder()
        .add(first + (near ? from : fleet.nic(from, turn)))
        .addAll(wires.route(from, to, fleet.nic(from, turn), fleet.nic(to, turn)))
        .add(first + count + (near ? to : fleet.nic(to, turn)))
        .build();
  }

  boolean moving() {
    return !operations.isEmpty();
  }

  /** Goes on until messages end, but not beyond a time. */
  void advance(long limit, Ends ends) {
    List<Integer> sent = new ArrayList<>(1);
    long time = engine.advance(limit, sent::add);
    for (int flow : sent) {
      Integer operation = operations.remove(flow);
      if (operation != null && isLast(operation)) {
        ends.sent(operation, time);
      }
    }
  }

  // Whether the piece that was sent is the last one of its operation.
  private boolean isLast(int operation) {
    Integer left = pieces.remove(operation);
    if (left != null && left > 1) {
      pieces.put(operation, left - 1);
      return false;
    }
    return true;
  }

  /** From now on what a queue is to send waits. */
  void occupy(long queue) {
    waiting.put(queue, new ArrayDeque<>(0));
  }

  /** Makes an operation wait if its queue is sending a flow. */
  boolean waits(long queue, int operation) {
    Queue<Integer> line = waiting.get(queue);
    return line != null && line.add(operation);
  }

  /** The flow of a queue has been sent; gives the operations that waited for it, in order. */
  List<Integer> release(long queue) {
    Queue<Integer> line = waiting.remove(queue);
    return line == null ? List.of() : List.copyOf(line);
  }

  @Override
  public void close() {
    engine.close();
  }
}
