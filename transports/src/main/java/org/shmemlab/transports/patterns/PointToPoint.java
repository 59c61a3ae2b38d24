package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Plays the point-to-point tests of NVSHMEM's perftest between two PEs, of which the first does the
 * same again and again (docs/reference/nvshmem.md, section 6).
 */
final class PointToPoint implements Pattern {
  /** One step of a round. */
  sealed interface Step {
    /** A call; the other PE answers to those that it waits for. */
    record Call(TransferKind kind, long bytes, boolean blocking) implements Step {}

    record Quiet() implements Step {}

    record Fence() implements Step {}

    /** All agents of the PE meet, and then some time passes. */
    record Meet(long ps) implements Step {}

    /** Some time passes. */
    record Pass(long ps) implements Step {}

    /** One agent alone of each PE waits for what all of them have issued; the others go on. */
    record QuietOfOne() implements Step {}

    /** Waits for the other PE's signal, which sends the same steps back. */
    record Wait() implements Step {}
  }

  private static final int NONE = -1;

  private final ImmutableList<Step> round;
  private final ImmutableList<Step> last;
  private final int agents; // of both PEs, apart from one that only answers
  private final int each; // of one PE
  private final int awaited; // kind of the call that ends a wait
  private final int rounds;
  private final CallScope scope;
  private final Lanes lanes;
  private final long poll;
  private final boolean answers;
  private final int[] at; // of each agent: steps done
  private final int[] met = new int[2]; // agents of each PE that wait in a meeting
  private final boolean[] waits; // of each PE
  private final int[] signals; // that came and were not waited for
  private int finished;
  private long end;

  /**
   * Agents of PE 0, each of which goes through the rounds and then the last steps; where a step
   * waits, one agent of PE 1 does the same, but waits first.
   *
   * @param bothWays whether as many agents of PE 1 do the same; not where a step waits
   */
  PointToPoint(
      int agents,
      boolean bothWays,
      List<Step> round,
      int rounds,
      List<Step> last,
      CallScope scope,
      Lanes lanes,
      long pollPs) {
    this.round = ImmutableList.copyOf(round);
    this.last = ImmutableList.copyOf(last);
    this.answers = round.contains(new Step.Wait());
    this.awaited =
        round.stream()
            .mapToInt(step -> step instanceof Step.Call call ? call.kind().ordinal() : NONE)
            .filter(kind -> kind != NONE)
            .reduce(NONE, (_, later) -> later);
    this.each = agents;
    this.agents = bothWays ? 2 * agents : agents;
    this.rounds = rounds;
    this.scope = scope;
    this.lanes = lanes;
    this.poll = pollPs;
    this.at = new int[this.agents + 1];
    this.waits = new boolean[2];
    this.signals = new int[2];
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int agent = 0; agent < agents; agent++) {
      pipeline.place(agent, agent / each);
      pipeline.callers(agent, Callers.always(lanes));
      pipeline.wake(agent, 0);
    }
    if (answers) {
      pipeline.place(agents, 1);
      pipeline.callers(agents, Callers.always(lanes));
      at[agents] = -1; // it waits before its first round
      pipeline.wake(agents, 0);
    }
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    int done = at[agent]++;
    if (done >= rounds * round.size() + last.size()) {
      finished++;
      end = Math.max(end, now);
      return;
    }
    Step step =
        done < 0
            ? new Step.Wait()
            : done < rounds * round.size()
                ? round.get(done % round.size())
                : last.get(done - rounds * round.size());
    int pe = agent / each;
    switch (step) {
      case Step.Call call ->
          pipeline.issue(
              agent,
              now,
              call.kind(),
              1 - pe,
              call.bytes(),
              scope,
              (call.blocking() ? Issuing.BLOCKING : 0) | Issuing.NOTIFY | way(pipeline, call),
              call.kind().ordinal());
      case Step.Quiet _ -> pipeline.quiet(agent, now);
      case Step.QuietOfOne _ -> {
        if (agent % each == 0) {
          pipeline.quiet(agent, now);
        } else {
          pipeline.wake(agent, now);
        }
      }
      case Step.Fence _ -> pipeline.fence(agent, now);
      case Step.Pass pass -> pipeline.wake(agent, now + pass.ps());
      case Step.Meet meet -> {
        if (++met[pe] == each) {
          met[pe] = 0;
          for (int one = pe * each; one < (pe + 1) * each; one++) {
            pipeline.wake(one, now + meet.ps());
          }
        }
      }
      case Step.Wait _ -> {
        boolean lastWait = agent == agents && done == rounds * round.size() - 1;
        if (lastWait) {
          finished++; // its last message has no answer
        } else if (signals[pe] > 0) {
          signals[pe]--;
          pipeline.wake(agent, now);
        } else {
          waits[pe] = true;
        }
      }
    }
  }

  @Override
  public void visible(Pipeline pipeline, int tag, int target, long time) {
    if (!answers || tag != awaited) {
      return;
    }
    if (waits[target]) {
      waits[target] = false;
      pipeline.wake(target == 0 ? 0 : agents, time + poll);
    } else {
      signals[target]++;
    }
  }

  /** When the last of those that measure had ended, picoseconds. */
  long end() {
    return end;
  }

  /** Whether every agent has ended. */
  boolean finished() {
    return finished == agents + (answers ? 1 : 0);
  }

  private static int way(Pipeline pipeline, Step.Call call) {
    boolean network = call.kind().isAtomic() && pipeline.fleet().routes().useNetwork();
    return network ? Issuing.NETWORK : 0;
  }
}
