package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import java.util.Iterator;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays a layer of a model that serves: the GPUs of a tensor-parallel group give each other their
 * tokens, attend to them, and give each other their parts of the results; then tokens go to experts
 * and come back.
 *
 * @param experts dispatch and combine
 * @param group PEs that share attention, 1 for none
 * @param bytes that each of them has for each other one
 * @param attention picoseconds
 */
record ServingLayer(TrafficScript experts, int group, long bytes, long attention)
    implements TrafficScript {
  @Override
  public int pes() {
    return experts.pes();
  }

  @Override
  public int agents() {
    return experts.agents();
  }

  @Override
  public int slots() {
    return experts.slots() + 1;
  }

  @Override
  public Iterator<TrafficStep> steps(int pe, int agent) {
    ImmutableList.Builder<TrafficStep> before = ImmutableList.builder();
    if (agent == 0) {
      exchange(pe, 1, before);
      before.add(new TrafficStep.Compute(attention));
      exchange(pe, 2, before);
    }
    before.add(TrafficStep.MEET);
    return Iterators.concat(before.build().iterator(), experts.steps(pe, agent));
  }

  private void exchange(int pe, int round, ImmutableList.Builder<TrafficStep> steps) {
    int slot = experts.slots();
    for (int turn = 1; turn < group; turn++) {
      int peer = pe / group * group + (pe + turn) % group;
      steps.add(TrafficStep.putSignal(peer, bytes, slot));
    }
    if (group > 1) {
      steps.add(new TrafficStep.Await(slot, round * (group - 1)));
    }
  }
}
