package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.shmemlab.model.memory.StructuralHash;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays work stealing: a PE that has no tasks left takes some of others. A counter of each queue,
 * raised by fetching atomics of its owner and of thieves alike, says which tasks are not taken yet.
 */
final class WorkStealing extends Described {
  private static final double PICOSECONDS = 1e6; // of a microsecond

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.whole("tasks", 256, 1, 1 << 20, "of each PE, on average"),
          WorkloadParameter.number("skew", "0.5", 0, 4, "tasks of PE p fall with p as (p+1)^-skew"),
          WorkloadParameter.whole("grain", 4, 1, 1 << 16, "tasks that are taken together"),
          WorkloadParameter.whole("task-bytes", 256, 1, 1 << 30, "of what describes a task"),
          WorkloadParameter.number("work", "20", 0.1, 1e9, "microseconds of a task, on average"),
          WorkloadParameter.word(
              "lengths", "of tasks: drawn, or all the same", "exponential", "equal"),
          WorkloadParameter.whole("agents", 1, 1, 1024, "warps of a PE that work"));

  WorkStealing() {
    super("work-stealing", "PEs without tasks take some of others", "tasks", PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    for (int tasks : queues(values, place.pes())) {
      if (tasks < 0) {
        throw new IllegalArgumentException(
            "tasks="
                + values.word("tasks")
                + ": one of "
                + place.pes()
                + " PEs has more than 2147483647; take fewer");
      }
    }
  }

  /** Tasks of each PE; -1 of one that has too many for an int. */
  private static int[] queues(Values values, int pes) {
    double[] shares = new double[pes];
    double sum = 0;
    for (int pe = 0; pe < pes; pe++) {
      shares[pe] = Math.pow(pe + 1.0, -values.number("skew"));
      sum += shares[pe];
    }
    int[] queues = new int[pes];
    for (int pe = 0; pe < pes; pe++) {
      double tasks = values.number("tasks") * pes * shares[pe] / sum;
      queues[pe] = tasks > Integer.MAX_VALUE ? -1 : (int) tasks;
    }
    return queues;
  }

  /**
   * Something that an agent asks a queue for.
   *
   * @param tasks that it gets; 0 where the queue is empty
   * @param picoseconds that they take
   */
  private record Taken(int victim, int tasks, long picoseconds) {}

  /** An agent that is free at a time. */
  private record Free(long time, int agent, int away) {}

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    int agents = values.whole("agents");
    long bytes = values.large("task-bytes");
    List<List<Taken>> taken = taken(values, place.pes(), seed);
    return TrafficScript.of(
        place.pes(),
        agents,
        0,
        (pe, agent) -> {
          List<Taken> own = taken.get(pe * agents + agent);
          return TrafficScript.rounds(
              own.size() + 1,
              number ->
                  number == own.size()
                      ? List.of(TrafficStep.QUIET)
                      : steps(own.get(number), bytes));
        });
  }

  // Tasks are asked for, fetched and done; what came out is added up at home.
  private static List<TrafficStep> steps(Taken taken, long bytes) {
    TrafficStep ask = atomic(TransferKind.FETCH, taken.victim);
    return taken.tasks == 0
        ? List.of(ask)
        : List.of(
            ask,
            new TrafficStep.Send(
                TransferKind.GET,
                taken.victim,
                taken.tasks * bytes,
                CallScope.WARP,
                TrafficStep.NOBODY),
            TrafficStep.QUIET,
            new TrafficStep.Compute(taken.picoseconds),
            atomic(TransferKind.ATOMIC, taken.victim));
  }

  private static TrafficStep atomic(TransferKind kind, int target) {
    return new TrafficStep.Send(kind, target, Long.BYTES, CallScope.THREAD, TrafficStep.NOBODY);
  }

  // The taker of each task follows from the lengths of the tasks alone: the next PE that is free
  // takes the next tasks, of its own queue and then of the others in order. The costs of a
  // machine's calls, which would change that a little, are not known here.
  private static List<List<Taken>> taken(Values values, int pes, long seed) {
    int agents = values.whole("agents");
    int grain = values.whole("grain");
    int[] left = queues(values, pes);
    int[] all = left.clone();
    List<List<Taken>> taken = new ArrayList<>();
    PriorityQueue<Free> free =
        new PriorityQueue<>(Comparator.comparingLong(Free::time).thenComparingInt(Free::agent));
    for (int agent = 0; agent < pes * agents; agent++) {
      taken.add(new ArrayList<>());
      free.add(new Free(0, agent, 0));
    }
    while (!free.isEmpty()) {
      Free next = free.remove();
      int victim = (next.agent / agents + next.away) % pes;
      int tasks = Math.min(grain, left[victim]);
      long time = 0;
      for (int task = all[victim] - left[victim], end = task + tasks; task < end; task++) {
        time += length(values, seed, victim, task);
      }
      left[victim] -= tasks;
      taken.get(next.agent).add(new Taken(victim, tasks, time));
      if (tasks > 0) {
        free.add(new Free(next.time + time, next.agent, next.away));
      } else if (next.away < pes - 1) {
        free.add(new Free(next.time, next.agent, next.away + 1));
      }
    }
    return Collections.unmodifiableList(taken);
  }

  private static long length(Values values, long seed, int pe, int task) {
    double mean = values.number("work") * PICOSECONDS;
    double u = (StructuralHash.mix(seed, pe, task) >>> 11) * 0x1p-53;
    return Math.round(values.word("lengths").equals("equal") ? mean : -mean * Math.log1p(-u));
  }

  @Override
  public double results(Values values, Placement place) {
    double tasks = 0;
    for (int queue : queues(values, place.pes())) {
      tasks += queue;
    }
    return tasks;
  }
}
