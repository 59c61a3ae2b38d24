package org.shmemlab.plan.answer;

import java.util.Map;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.sample.Interval;
import org.shmemlab.plan.sample.MachineNumbers;
import org.shmemlab.transports.platform.Quantity;

/** Says how far the time of a point is from a measurement. */
public enum Nearness {
  /** The workload was measured on this machine and transport, near this size and these values. */
  MEASURED("measured near"),
  /** Most numbers of the machine that the time may depend on come from measurements. */
  FITTED("fitted"),
  /** Most of them are estimates. */
  ESTIMATED("estimated");

  /** A factor of e between two numbers, or less; another machine is as far, a transport farther. */
  private static final double NEAR = 1;

  private final String text;

  Nearness(String text) {
    this.text = text;
  }

  /** In words. */
  public String text() {
    return text;
  }

  /** That of a point. */
  static Nearness of(Point point, Iterable<Held.Open> measurements) {
    for (Held.Open one : measurements) {
      if (Held.distance(one.point(), point) < NEAR) {
        return MEASURED;
      }
    }
    Map<String, Quantity> numbers = MachineNumbers.of(point);
    long estimates =
        numbers.values().stream()
            .filter(number -> Interval.of(number).basis() == Interval.Basis.ESTIMATE)
            .count();
    return 2 * estimates > numbers.size() ? ESTIMATED : FITTED;
  }
}
