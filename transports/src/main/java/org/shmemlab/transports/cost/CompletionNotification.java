package org.shmemlab.transports.cost;

import java.util.Arrays;

/** Notifies the issuer of complete operations, and ends its quiet with the last of them. */
final class CompletionNotification {
  private static final long NEVER = -1;

  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Requests requests;
  private int[] outstanding = new int[0]; // of each agent
  private int[] pes = new int[0]; // where it is
  private long[] draining = new long[0]; // since when, or NEVER

  CompletionNotification(SimulationState traffic, Requests requests) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.requests = requests;
  }

  /** A new agent, with nothing to wait for. */
  void begin(int agent, int pe) {
    if (agent >= outstanding.length) {
      int size = Math.max(agent + 1, 2 * outstanding.length);
      pes = Arrays.copyOf(pes, size);
      outstanding = Arrays.copyOf(outstanding, size);
      draining = Arrays.copyOf(draining, size);
    }
    outstanding[agent] = 0;
    pes[agent] = pe;
    draining[agent] = NEVER;
  }

  /** An agent has issued an operation that its quiet waits for. */
  void track(int agent) {
    outstanding[agent]++;
  }

  void done(int op) {
    long now = traffic.now();
    int agent = ops.agent(op);
    int flags = ops.flags(op);
    int queue = ops.queue(op);
    boolean stored = traffic.byStores(op);
    boolean returns = traffic.kind(op).returns();
    if ((flags & Issuing.NOTIFY) != 0) {
      traffic.observer().complete(ops.tag(op), now);
    }
    if ((flags & Issuing.BLOCKING) != 0 && (!stored || returns)) {
      long poll = stored ? 0 : fleet.condition().on(ops.source(op), remote.waitCost());
      traffic.record(Stage.QUIET, ops.source(op), op, now, now + poll);
      traffic.wake(agent, now + poll);
    }
    ops.remove(op);
    if (queue != OperationColumns.NONE) {
      requests.release(queue);
    }
    if ((flags & Issuing.UNTRACKED) == 0 && --outstanding[agent] == 0 && draining[agent] != NEVER) {
      long since = draining[agent];
      draining[agent] = NEVER;
      PathParameters path = fleet.worst();
      boolean meanwhile = path.initiator() == PathParameters.Initiator.STORES;
      long cost = fleet.condition().on(pes[agent], path.quietCost());
      traffic.wake(agent, meanwhile ? Math.max(now, since + cost) : now + cost);
    }
  }

  /** The agent goes on when all its tracked operations are complete. */
  void drain(int agent, long from) {
    if (outstanding[agent] == 0) {
      traffic.wake(agent, from + fleet.condition().on(pes[agent], fleet.worst().quietCost()));
    } else {
      draining[agent] = from;
    }
  }
}
