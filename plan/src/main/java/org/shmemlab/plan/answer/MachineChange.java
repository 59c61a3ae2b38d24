package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.Objects;
import org.shmemlab.plan.grid.MachineVariant;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.grid.WhatIf;
import org.shmemlab.plan.sample.Probes;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Settings;

/**
 * Names a change of a machine as planners ask for it, with the simulation that has it.
 *
 * @param change "half the NICs"
 */
public record MachineChange(String change, Trial trial) {
  private static final double TWICE = 2;

  /**
   * The time of a run with a change, as a multiple of the time without it.
   *
   * @param change "half the NICs"
   */
  public record Effect(String change, double factor) {}

  /** All of a point: of NICs and of NVLink only where it has several nodes. */
  static ImmutableList<MachineChange> of(Point point) {
    ImmutableList.Builder<MachineChange> all = ImmutableList.builder();
    MachineVariant machine = point.machine();
    int nics = machine.platform().node().nics();
    boolean whole = machine.whatIf().impairments().equals(Impairments.NONE);
    if (point.pes() > point.perNode() && whole) {
      if (nics > 1) {
        all.add(usual("half the NICs", on(point, machine.withNics(nics / 2))));
      }
      all.add(usual("twice the NICs", on(point, machine.withNics(2 * nics))));
    }
    all.add(new MachineChange("half of all bandwidths", Probes.narrower(point, TWICE)));
    all.add(new MachineChange("twice all latencies", Probes.slower(point, TWICE)));
    if (point.carrier().isMixed()) {
      all.add(usual("no P2P over NVLink", on(point, withoutPeers(machine))));
    }
    return all.build();
  }

  private static MachineChange usual(String change, Point point) {
    return new MachineChange(change, Trial.usual(point));
  }

  private static Point on(Point point, MachineVariant machine) {
    return new Point(
        point.workload(),
        point.values(),
        machine,
        point.transport(),
        point.pes(),
        point.perNode(),
        point.seed());
  }

  private static MachineVariant withoutPeers(MachineVariant machine) {
    Settings environment =
        machine.whatIf().environment().with(EnvironmentVariable.DISABLE_P2P, "1");
    return new MachineVariant(
        machine.name(),
        machine.cluster(),
        machine.changes(),
        new WhatIf(machine.whatIf().impairments(), environment));
  }

  /** The effect, given the results of its simulation and of the usual one. */
  Effect effect(Point usual, Map<Trial, TrialResult> known) {
    double before = Objects.requireNonNull(known.get(Trial.usual(usual))).picoseconds();
    return new Effect(change, Objects.requireNonNull(known.get(trial)).picoseconds() / before);
  }
}
