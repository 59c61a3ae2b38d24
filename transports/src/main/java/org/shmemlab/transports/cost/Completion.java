package org.shmemlab.transports.cost;

import java.util.Arrays;

/** The issuer finds out that operations are complete, and its quiet ends with the last of them. */
final class Completion {
  private static final long NEVER = -1;

  private final Traffic traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final Operations ops;
  private final Requests requests;
  private int[] outstanding = new int[0]; // of each agent
  private long[] draining = new long[0]; // since when, or NEVER

  Completion(Traffic traffic, Requests requests) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.requests = requests;
  }

  /** A new agent, with nothing to wait for. */
  void begin(int agent) {
    if (agent >= outstanding.length) {
      int size = Math.max(agent + 1, 2 * outstanding.length);
      outstanding = Arrays.copyOf(outstanding, size);
      draining = Arrays.copyOf(draining, size);
    }
    outstanding[agent] = 0;
    draining[agent] = NEVER;
  }

  /** An agent has issued an operation that its quiet waits for. */
  void track(int agent) {
    outstanding[agent]++;
  }

  void done(int op) {
    long now = traffic.now();
    int agent = ops.agent[op];
    int flags = ops.flags[op];
    int queue = ops.queue[op];
    boolean stored = traffic.byStores(op);
    boolean returns = traffic.kind(op).returns();
    if ((flags & Issuing.NOTIFY) != 0) {
      traffic.told().complete(ops.tag[op], now);
    }
    if ((flags & Issuing.BLOCKING) != 0 && (!stored || returns)) {
      long poll = stored ? 0 : remote.waitCost();
      traffic.tell(Stage.QUIET, ops.source[op], op, now, now + poll);
      traffic.wake(agent, now + poll);
    }
    ops.remove(op);
    if (queue != Operations.NONE) {
      requests.release(queue);
    }
    if ((flags & Issuing.UNTRACKED) == 0 && --outstanding[agent] == 0 && draining[agent] != NEVER) {
      long since = draining[agent];
      draining[agent] = NEVER;
      PathParameters path = fleet.worst();
      boolean meanwhile = path.initiator() == PathParameters.Initiator.STORES;
      traffic.wake(
          agent, meanwhile ? Math.max(now, since + path.quietCost()) : now + path.quietCost());
    }
  }

  /** The agent goes on when all its tracked operations are complete. */
  void drain(int agent, long from) {
    if (outstanding[agent] == 0) {
      traffic.wake(agent, from + fleet.worst().quietCost());
    } else {
      draining[agent] = from;
    }
  }
}
