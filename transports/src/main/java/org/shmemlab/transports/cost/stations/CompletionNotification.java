package org.shmemlab.transports.cost.stations;

import java.util.Arrays;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.PathParameters;

/**
 * Notifies the issuer of complete operations, and ends its quiet with the last of its own stores
 * and of its PE's requests for a network.
 */
final class CompletionNotification {
  private static final long NEVER = -1;

  private final SimulationState traffic;
  private final Fleet fleet;
  private final PathParameters remote;
  private final OperationColumns ops;
  private final Requests requests;
  private int[] outstanding = new int[0]; // stores of each agent
  private final Epochs[] requested; // by PE
  private boolean[] polling = new boolean[0]; // whether the quiet of an agent waits for requests
  private int[] pes = new int[0]; // where it is
  private long[] draining = new long[0]; // since when, or NEVER

  CompletionNotification(SimulationState traffic, Requests requests) {
    this.traffic = traffic;
    this.fleet = traffic.fleet();
    this.ops = traffic.ops();
    this.remote = fleet.remote();
    this.requests = requests;
    this.requested = new Epochs[fleet.pes()];
    Arrays.setAll(requested, _ -> new Epochs());
  }

  /** A new agent, with nothing to wait for. */
  void begin(int agent, int pe) {
    if (agent >= outstanding.length) {
      int size = Math.max(agent + 1, 2 * outstanding.length);
      pes = Arrays.copyOf(pes, size);
      outstanding = Arrays.copyOf(outstanding, size);
      polling = Arrays.copyOf(polling, size);
      draining = Arrays.copyOf(draining, size);
    }
    outstanding[agent] = 0;
    polling[agent] = false;
    pes[agent] = pe;
    draining[agent] = NEVER;
  }

  /** An operation was issued that quiets wait for. */
  void track(int op) {
    if (traffic.byStores(op)) {
      outstanding[ops.agent(op)]++;
      ops.epoch(op, OperationColumns.NONE); // also where its signal goes on by a network
    } else {
      ops.epoch(op, requested[ops.source(op)].add());
    }
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
    int pe = ops.source(op);
    int epoch = ops.epoch(op);
    ops.remove(op);
    if (queue != OperationColumns.NONE) {
      requests.release(queue);
    }
    if ((flags & Issuing.UNTRACKED) != 0) {
      return;
    }
    if (epoch == OperationColumns.NONE) {
      outstanding[agent]--;
      goOn(agent, now);
    } else {
      requested[pe].done(
          epoch,
          waiting -> {
            polling[waiting] = false;
            goOn(waiting, now);
          });
    }
  }

  // If an agent is in a quiet that nothing is left for.
  private void goOn(int agent, long now) {
    if (draining[agent] == NEVER || polling[agent] || outstanding[agent] > 0) {
      return;
    }
    long since = draining[agent];
    draining[agent] = NEVER;
    PathParameters path = fleet.worst();
    boolean meanwhile = path.initiator() == PathParameters.Initiator.STORES;
    long cost = fleet.condition().on(pes[agent], path.quietCost());
    traffic.wake(agent, meanwhile ? Math.max(now, since + cost) : now + cost);
  }

  /** The agent goes on when all that is tracked and in flight now is complete. */
  void drain(int agent, long from) {
    Epochs far = requested[pes[agent]];
    if (outstanding[agent] == 0 && far.isEmpty()) {
      traffic.wake(agent, from + fleet.condition().on(pes[agent], fleet.worst().quietCost()));
      return;
    }
    draining[agent] = from;
    if (!far.isEmpty()) {
      polling[agent] = true;
      far.quiet(agent);
    }
  }
}
