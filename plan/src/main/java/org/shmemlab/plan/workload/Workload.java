package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;

/**
 * Describes a program that people run on many GPUs, as parameters and the traffic that follows from
 * them.
 */
public interface Workload {
  /** How commands call it. */
  String name();

  /** One line: what it stands for. */
  String summary();

  /** Its parameters, in the order in which people read them. */
  ImmutableList<WorkloadParameter> parameters();

  /**
   * Makes sure that the parameters fit each other and the place.
   *
   * @throws IllegalArgumentException saying what does not
   */
  void check(Values values, Placement place);

  /**
   * The traffic of the PEs.
   *
   * @param seed of everything that is drawn
   * @throws IllegalArgumentException as {@link #check}
   */
  TrafficScript script(Values values, Placement place, long seed);

  /**
   * The time of a run, given that of the script.
   *
   * @param picoseconds that the script took
   */
  default WholeRun whole(Values values, Placement place, long seed, long picoseconds) {
    return new WholeRun(picoseconds, picoseconds, 0);
  }

  /** How many PEs it is of by default; 0 where the user has to say. */
  default int usualPes() {
    return 0;
  }

  /** The unit of the results of one run of all PEs: "tokens". */
  String results();

  /** How many of them one run brings. */
  double results(Values values, Placement place);

  /** The measurements that it can be held against. */
  default ImmutableList<WorkloadEvidence> evidence() {
    return ImmutableList.of();
  }

  /**
   * The value that a measurement's source would print: a latency in microseconds, unless a workload
   * knows more.
   *
   * @param metric of the source
   * @param picoseconds that the run took
   * @throws IllegalArgumentException for a metric that this workload has no measurement of
   */
  default double shown(String metric, Values values, Placement place, long seed, long picoseconds) {
    if (!metric.equals("latency")) {
      throw new IllegalArgumentException("not measured: " + metric);
    }
    return picoseconds / 1e6;
  }

  /**
   * The usual values with others in some places.
   *
   * @throws IllegalArgumentException saying which parameters or values there are
   */
  default Values values(Map<String, String> others) {
    return Values.of(name(), parameters(), others);
  }
}
