package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Longs;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;

/** Plays a collective as phases that every PE goes through in order, one agent each. */
final class Exchange implements Pattern {
  private enum Step {
    WORKING,
    SENDING,
    ORDERING,
    LOOKING
  }

  private final ImmutableList<Phase> phases;
  private final CallScope scope;
  private final Lanes lanes;
  private final long poll;
  private final int pes;
  private final int repetitions;
  private final int[] at; // number of the phase, over all repetitions
  private final Step[] step;
  private final int[] sent;
  private final long[] readyAt;
  private final int[][] arrived; // for each PE and phase
  private final long[] end;

  Exchange(
      int pes, List<Phase> phases, int repetitions, CallScope scope, Lanes lanes, long pollPs) {
    this.pes = pes;
    this.phases = ImmutableList.copyOf(phases);
    this.repetitions = repetitions;
    this.scope = scope;
    this.lanes = lanes;
    this.poll = pollPs;
    this.at = new int[pes];
    this.step = new Step[pes];
    this.sent = new int[pes];
    this.readyAt = new long[pes];
    this.end = new long[pes];
    this.arrived = new int[pes][phases.size() * repetitions];
  }

  /** So many exchanges one after another, to their end. */
  static Exchange run(
      Fleet fleet,
      List<Phase> phases,
      CallScope scope,
      Lanes lanes,
      int repetitions,
      Variation variation) {
    Exchange exchange =
        new Exchange(fleet.pes(), phases, repetitions, scope, lanes, fleet.gpu().pollPs());
    Pattern.run(fleet, exchange, variation);
    if (!exchange.finished()) {
      throw new IllegalStateException(
          "a collective of " + fleet.pes() + " PEs does not come to an end");
    }
    return exchange;
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int pe = 0; pe < pes; pe++) {
      step[pe] = Step.WORKING;
      pipeline.place(pe, pe);
      pipeline.callers(pe, Callers.always(lanes));
      pipeline.wake(pe, 0);
    }
  }

  @Override
  public void resume(Pipeline pipeline, int pe, long now) {
    if (at[pe] == phases.size() * repetitions) {
      return;
    }
    Phase phase = phases.get(at[pe] % phases.size());
    if (step[pe] == Step.WORKING) {
      step[pe] = Step.SENDING;
      if (phase.workPs() > 0) {
        pipeline.wake(pe, now + phase.workPs());
        return;
      }
    }
    if (step[pe] == Step.SENDING && sent[pe] < phase.sends().applyAsInt(pe)) {
      int target = phase.target().applyAsInt(pe, sent[pe]++);
      int flags = Issuing.NOTIFY | (phase.network() ? Issuing.NETWORK : 0);
      int tag = at[pe] + phase.later();
      pipeline.issue(pe, now, phase.kind(), target, phase.bytes(), scope, flags, tag);
    } else if (step[pe] == Step.SENDING && (phase.quiet() || (phase.fence() && sent[pe] > 0))) {
      step[pe] = Step.ORDERING;
      if (phase.quiet()) {
        pipeline.quiet(pe, now);
      } else {
        pipeline.fence(pe, now);
      }
    } else {
      step[pe] = Step.LOOKING;
      readyAt[pe] = Math.max(readyAt[pe], now);
      look(pipeline, pe);
    }
  }

  @Override
  public void visible(Pipeline pipeline, int tag, int target, long time) {
    arrived[target][tag]++;
    readyAt[target] = Math.max(readyAt[target], at[target] == tag ? time + poll : time);
    if (step[target] == Step.LOOKING) {
      look(pipeline, target);
    }
  }

  private void look(Pipeline pipeline, int pe) {
    Phase phase = phases.get(at[pe] % phases.size());
    if (arrived[pe][at[pe]] < phase.expects().applyAsInt(pe)) {
      return;
    }
    at[pe]++;
    sent[pe] = 0;
    step[pe] = Step.WORKING;
    end[pe] = readyAt[pe];
    pipeline.wake(pe, readyAt[pe]);
  }

  /** When the last PE has gone through the last phase, picoseconds. */
  long end() {
    return Longs.max(end);
  }

  /** When a PE has gone through the last phase, picoseconds. */
  long end(int pe) {
    return end[pe];
  }

  /** Whether every PE has gone through every phase. */
  boolean finished() {
    for (int phase : at) {
      if (phase < phases.size() * repetitions) {
        return false;
      }
    }
    return true;
  }
}
