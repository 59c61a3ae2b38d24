package org.shmemlab.transports.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Driver;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.cost.stations.Pipeline;

/** Plays a script on an idle fleet. */
public final class ScriptRun implements Driver {
  private static final int NONE = -1;

  private final Fleet fleet;
  private final TrafficScript script;
  private final int agents;
  private final int slots;
  private final long poll;
  private final List<Iterator<TrafficStep>> steps; // left, by agent over all PEs
  private final int[] met; // agents of each PE that wait in a meeting
  private final int[] arrived; // by PE and slot
  private final long[] latest; // when the last of them became visible
  private final int[] waiting; // agents that wait for each of them
  private final int[] awaits; // the slot that an agent waits for, or NONE
  private final int[] wanted; // and its value
  private final ExclusiveResources units;
  private final TrafficCollectives collectives;
  private final PairBytes pairs = new PairBytes();
  private int running;
  private long end;

  private ScriptRun(Fleet fleet, TrafficScript script) {
    this.fleet = fleet;
    this.script = script;
    this.agents = script.agents();
    this.slots = script.slots();
    this.poll = fleet.gpu().pollPs();
    int all = Math.multiplyExact(script.pes(), agents);
    this.steps = new ArrayList<>(all);
    for (int agent = 0; agent < all; agent++) {
      steps.add(script.steps(agent / agents, agent % agents));
    }
    this.met = new int[script.pes()];
    this.arrived = new int[Math.multiplyExact(script.pes(), slots)];
    this.latest = new long[arrived.length];
    this.waiting = new int[arrived.length];
    this.awaits = new int[all];
    this.wanted = new int[all];
    this.units = new ExclusiveResources(Math.multiplyExact(script.pes(), script.units()));
    this.collectives = new TrafficCollectives(fleet);
    this.running = all;
    Arrays.fill(awaits, NONE);
  }

  /**
   * Plays it to its end.
   *
   * @throws IllegalArgumentException if the fleet has another number of PEs than the script
   */
  public static ScriptResult on(Fleet fleet, TrafficScript script) {
    if (fleet.pes() != script.pes()) {
      throw new IllegalArgumentException(
          "a script for " + script.pes() + " PEs, not for " + fleet.pes());
    }
    ScriptRun play = new ScriptRun(fleet, script);
    try (Pipeline pipeline = new Pipeline(fleet, play)) {
      for (int agent = 0; agent < play.steps.size(); agent++) {
        pipeline.place(agent, agent / play.agents);
        pipeline.wake(agent, 0);
      }
      pipeline.run();
      if (play.running > 0) {
        throw new IllegalStateException(
            play.running + " agents wait for messages that no agent sends");
      }
      Load busiest = pipeline.busiest(1).stream().findFirst().orElse(new Load("", 0));
      return new ScriptResult(
          play.end, pipeline.messages(), busiest, Links.busiest(fleet, play.pairs));
    }
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    Iterator<TrafficStep> left = steps.get(agent);
    while (left.hasNext()) {
      if (!passes(pipeline, agent, left.next(), now)) {
        return;
      }
    }
    running--;
    end = Math.max(end, now);
  }

  // Whether the agent goes on at once; else a wakeup follows.
  private boolean passes(Pipeline pipeline, int agent, TrafficStep step, long now) {
    int pe = agent / agents;
    switch (step) {
      case TrafficStep.Send send -> {
        pairs.add(pe, send.target(), send.bytes());
        boolean heard = send.slot() != TrafficStep.NOBODY;
        pipeline.issue(
            agent,
            now,
            send.kind(),
            send.target(),
            send.bytes(),
            send.scope(),
            (heard ? Issuing.NOTIFY : 0)
                | (send.kind() == TransferKind.FETCH ? Issuing.BLOCKING : 0),
            heard ? send.slot() : 0);
      }
      case TrafficStep.Await wait -> {
        int counter = pe * slots + wait.slot();
        if (arrived[counter] >= wait.count()) {
          pipeline.wake(agent, Math.max(now, latest[counter]));
        } else {
          awaits[agent] = wait.slot();
          waiting[counter]++;
          wanted[agent] = wait.count();
        }
      }
      case TrafficStep.Quiet _ -> pipeline.quiet(agent, now);
      case TrafficStep.Meet _ -> {
        if (++met[pe] == agents) {
          met[pe] = 0;
          for (int other = pe * agents; other < (pe + 1) * agents; other++) {
            pipeline.wake(other, now);
          }
        }
      }
      case TrafficStep.Compute compute ->
          pipeline.wake(agent, now + fleet.on(pe, compute.picoseconds()));
      case TrafficStep.Raise raise -> {
        int counter = pe * slots + raise.slot();
        arrived[counter]++;
        latest[counter] = Math.max(latest[counter], now);
        wakeThose(pipeline, pe, raise.slot(), latest[counter]);
        return true;
      }
      case TrafficStep.Until until -> {
        if (until.picoseconds() <= now) {
          return true;
        }
        pipeline.wake(agent, until.picoseconds());
      }
      case TrafficStep.Take take -> {
        return units.take(pe * script.units() + take.unit(), agent);
      }
      case TrafficStep.Give give -> {
        int next = units.give(pe * script.units() + give.unit());
        if (next != ExclusiveResources.NOBODY) {
          pipeline.wake(next, now);
        }
        return true;
      }
      case TrafficStep.Collective collective ->
          collectives.enter(
              pe, agent, collective, now, (other, time) -> pipeline.wake(other, time));
    }
    return false;
  }

  @Override
  public void visible(Pipeline pipeline, int slot, int target, long time) {
    int counter = target * slots + slot;
    arrived[counter]++;
    latest[counter] = Math.max(latest[counter], time);
    wakeThose(pipeline, target, slot, latest[counter] + fleet.on(target, poll));
  }

  // Those whose counter has come far enough.
  private void wakeThose(Pipeline pipeline, int pe, int slot, long time) {
    int counter = pe * slots + slot;
    for (int agent = pe * agents; waiting[counter] > 0 && agent < (pe + 1) * agents; agent++) {
      if (awaits[agent] == slot && arrived[counter] >= wanted[agent]) {
        awaits[agent] = NONE;
        waiting[counter]--;
        pipeline.wake(agent, time);
      }
    }
  }
}
