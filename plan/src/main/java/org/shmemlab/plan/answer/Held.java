package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.plan.grid.MachineVariant;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.grid.WhatIf;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.WorkloadEvidence;
import org.shmemlab.plan.workload.WorkloadParameter;
import org.shmemlab.transports.fit.Measurement;
import org.shmemlab.transports.fit.Published;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.platform.Quantities;

/**
 * Pairs a measurement with its prediction.
 *
 * @param point that predicts it
 * @param predicted in the unit of the measurement
 * @param input whether a number of the platform names it as its source
 */
public record Held(Measurement measured, Point point, double predicted, boolean input) {
  private static final double WORD = 100;

  /** The excess of the prediction, as a share of the measurement. */
  public double error() {
    return predicted / measured.value() - 1;
  }

  /** A measurement and the point that predicts it, before that was simulated. */
  public record Open(Measurement measured, Point point) {
    Held with(TrialResult outcome) {
      Workload workload = point.workload();
      double shown =
          workload.shown(
              measured.metric(),
              point.values(),
              point.place(),
              point.seed(),
              outcome.picoseconds());
      return new Held(measured, point, shown, isInput());
    }

    private boolean isInput() {
      return Quantities.of(point.machine().platform()).values().stream()
          .anyMatch(number -> names(number.source(), measured.id()));
    }
  }

  // "PD0278 to PD0283" names what lies between, too.
  static boolean names(String source, String id) {
    Matcher ranges = Pattern.compile("(P[DS])(\\d{4})(?: to P[DS](\\d{4}))?").matcher(source);
    int number = Integer.parseInt(id.substring(2));
    while (ranges.find()) {
      int first = Integer.parseInt(ranges.group(2));
      int last = ranges.group(3) == null ? first : Integer.parseInt(ranges.group(3));
      if (id.startsWith(ranges.group(1)) && first <= number && number <= last) {
        return true;
      }
    }
    return false;
  }

  /** Everything that a workload can be held against, in its order. */
  static ImmutableList<Open> all(Workload workload, long seed) {
    Map<String, Measurement> rows = Maps.uniqueIndex(Published.rows(), Measurement::id);
    return workload.evidence().stream()
        .map(evidence -> open(workload, evidence, rows, seed))
        .collect(ImmutableList.toImmutableList());
  }

  private static Open open(
      Workload workload, WorkloadEvidence evidence, Map<String, Measurement> rows, long seed) {
    Measurement row = rows.get(evidence.row());
    if (row == null) {
      throw new IllegalStateException("no measurement " + evidence.row());
    }
    int pes = Math.toIntExact(row.pes().orElseThrow());
    int nodes = Math.toIntExact(row.nodes().orElseThrow());
    MachineVariant machine =
        new MachineVariant(
            evidence.platform(),
            new Cluster(Platforms.named(evidence.platform()), null),
            ImmutableMap.of(),
            WhatIf.USUAL);
    return new Open(
        row,
        new Point(
            workload,
            workload.values(evidence.values()),
            machine,
            evidence.transport(),
            pes,
            pes / nodes,
            seed));
  }

  /** Those that are most like a point, the nearest first. */
  static ImmutableList<Open> nearest(Iterable<Open> all, Point point, int most) {
    return ImmutableList.sortedCopyOf(
            Comparator.comparingDouble((Open one) -> distance(one.point, point))
                .thenComparing(one -> one.measured.id()),
            all)
        .stream()
        .limit(most)
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * How unlike two points are: the logarithms of how far numbers are apart, 2 for another
   * transport, 1 for another machine, and more than all of that for another word.
   */
  static double distance(Point a, Point b) {
    double distance = Math.abs(Math.log((double) a.pes() / b.pes()));
    distance += a.machine().isLike(b.machine()) ? 0 : 1;
    distance += a.carrier().key().equals(b.carrier().key()) ? 0 : 2;
    for (WorkloadParameter parameter : a.workload().parameters()) {
      String of = a.values().word(parameter.name());
      String other = b.values().word(parameter.name());
      if (!of.equals(other)) {
        distance +=
            parameter.domain() instanceof WorkloadParameter.Word
                ? WORD
                : Math.abs(
                    Math.log((1 + Double.parseDouble(of)) / (1 + Double.parseDouble(other))));
      }
    }
    return distance;
  }
}
