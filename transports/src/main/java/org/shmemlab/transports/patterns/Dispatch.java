package org.shmemlab.transports.patterns;

import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Plays the low-latency dispatch of a mixture of experts, as DeepEP does it: every PE sends each of
 * its tokens to the PEs of the experts that were chosen for it by non-blocking puts of several
 * agents, then adds their number to a counter of every PE with an atomic, and waits for the counts
 * of all others.
 *
 * <p>Which experts a token goes to is a function of the PE and the token alone, spread evenly.
 */
public final class Dispatch implements Pattern {
  private final int pes;
  private final int agents;
  private final int tokens;
  private final int experts;
  private final long bytes;
  private final long poll;
  private final int[] sent; // puts of each agent
  private final int[] counted; // counts sent by each agent
  private final int[] busy; // agents of each PE that still put
  private final int[] received; // counts that arrived at each PE
  private long end;

  /**
   * A dispatch between all PEs of a fleet.
   *
   * @param agents that put at the same time on each PE; divides {@code tokens}
   * @param tokens of each PE
   * @param experts chosen for each token
   * @param bytes of a token with what describes it
   * @param pollPs from the arrival of a count until the wait for it returns, picoseconds
   */
  public Dispatch(int pes, int agents, int tokens, int experts, long bytes, long pollPs) {
    if (tokens % agents != 0) {
      throw new IllegalArgumentException(agents + " agents do not share " + tokens + " tokens");
    }
    this.pes = pes;
    this.agents = agents;
    this.tokens = tokens;
    this.experts = experts;
    this.bytes = bytes;
    this.poll = pollPs;
    this.sent = new int[pes * agents];
    this.counted = new int[pes * agents];
    this.busy = new int[pes];
    this.received = new int[pes];
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int agent = 0; agent < pes * agents; agent++) {
      pipeline.place(agent, agent / agents);
      busy[agent / agents]++;
      pipeline.wake(agent, 0);
    }
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    int pe = agent / agents;
    int puts = tokens / agents * experts;
    if (sent[agent] < puts) {
      int number = agent % agents * puts + sent[agent]++;
      int target = target(pe, number / experts, number % experts);
      pipeline.issue(agent, now, TransferKind.PUT, target, bytes, CallScope.WARP, 0, 0);
    } else if (sent[agent] == puts) {
      sent[agent]++;
      if (--busy[pe] == 0) {
        for (int other = 0; other < agents; other++) {
          count(pipeline, pe * agents + other, now);
        }
      }
    } else {
      count(pipeline, agent, now);
    }
  }

  @Override
  public void visible(Pipeline pipeline, int tag, int target, long time) {
    received[target]++;
    end = Math.max(end, time + poll);
  }

  /** When the last PE has all its tokens, picoseconds. */
  public long end() {
    return end;
  }

  /** Whether every PE knows how many tokens came from every other. */
  public boolean finished() {
    for (int counts : received) {
      if (counts != pes) {
        return false;
      }
    }
    return true;
  }

  // Each agent sends the counts for its share of the PEs.
  private void count(Pipeline pipeline, int agent, long now) {
    int target = agent % agents + counted[agent]++ * agents;
    if (target < pes) {
      pipeline.issue(
          agent, now, TransferKind.ATOMIC, target, 8, CallScope.THREAD, Issuing.NOTIFY, 0);
    }
  }

  // Distinct targets for the experts of one token, every PE equally often.
  private int target(int pe, int token, int expert) {
    long mixed = (pe * 0x9E3779B97F4A7C15L) ^ (token * 0xC2B2AE3D27D4EB4FL);
    int first = (int) Math.floorMod(mixed ^ mixed >>> 29, (long) pes);
    return (first + expert * Math.max(1, pes / experts)) % pes;
  }
}
