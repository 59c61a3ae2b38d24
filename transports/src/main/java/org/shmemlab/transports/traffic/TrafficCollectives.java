package org.shmemlab.transports.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.patterns.CollectiveTimes;

/**
 * Collectives of all PEs, each of which takes as long from its last arrival as {@link
 * CollectiveTimes} says.
 */
final class TrafficCollectives {
  private final Fleet fleet;
  private final CollectiveTimes times;
  private final int[] entered; // how many each PE has entered
  private final Map<Integer, List<Integer>> here = new HashMap<>(); // agents; looked up only

  /** Lets an agent go on at a time. */
  @FunctionalInterface
  interface Waker {
    void wake(int agent, long time);
  }

  TrafficCollectives(Fleet fleet) {
    this.fleet = fleet;
    this.times = new CollectiveTimes(fleet);
    this.entered = new int[fleet.pes()];
  }

  /** An agent enters the next collective of its PE. */
  void enter(int pe, int agent, TrafficStep.Collective collective, long now, Waker waker) {
    int number = entered[pe]++;
    List<Integer> agents = here.computeIfAbsent(number, _ -> new ArrayList<>());
    agents.add(agent);
    if (agents.size() == fleet.pes()) {
      here.remove(number);
      int threads = Lanes.usual(CallScope.BLOCK).threads();
      CollectiveTimes.Call call =
          new CollectiveTimes.Call(
              collective.kind(),
              fleet.pes(),
              collective.bytes(),
              CallScope.BLOCK,
              threads,
              Integer.BYTES);
      long end = now + times.of(call).all();
      agents.forEach(other -> waker.wake(other, end));
    }
  }
}
