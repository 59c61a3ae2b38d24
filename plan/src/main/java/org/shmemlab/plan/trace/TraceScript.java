package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays a trace as a script. The operations of a PE are cut into chains in which each one waits for
 * the one before it anyway; every chain is an agent, so that what does not depend on each other
 * runs side by side. A message is a put with a signal that its receive waits for, and one of no
 * bytes the signal alone. Chains of a PE wait for each other by counters.
 */
public final class TraceScript implements TrafficScript {
  private static final long MOST_AGENTS = 1 << 24;
  private static final long MOST_COUNTERS = 1 << 28;

  private final Trace trace;
  private final double slowness;
  private final List<Chains> chains = new ArrayList<>();
  private final int agents;
  private final int slots;
  private final int units;

  /**
   * A script of a trace.
   *
   * @param slowness by which times of computation are multiplied, from 0
   * @throws TraceException if too much of it runs side by side
   */
  public TraceScript(Trace trace, double slowness) {
    this.trace = trace;
    this.slowness = slowness;
    int most = 1;
    int counters = 1;
    int processors = 1;
    for (int pe = 0; pe < trace.pes(); pe++) {
      Chains own = new Chains(trace.ops().get(pe));
      chains.add(own);
      most = Math.max(most, own.members.size());
      counters = Math.max(counters, own.counters);
      processors = Math.max(processors, own.units);
    }
    this.agents = most;
    this.slots = counters;
    this.units = processors;
    if ((long) agents * trace.pes() > MOST_AGENTS || (long) slots * trace.pes() > MOST_COUNTERS) {
      throw new TraceException(
          trace.ops().getFirst().isEmpty()
              ? new SourceLine(trace.name(), 0)
              : trace.ops().getFirst().getFirst().at(),
          agents
              + " operations of one PE run side by side on "
              + trace.pes()
              + " PEs; that is too many, add dependencies or cut the trace");
    }
  }

  /** The sender of a message, and its tag. */
  private record Source(int from, long tag) {}

  /** The operations of one PE, cut into chains. */
  private static final class Chains {
    final List<Op> ops;
    final List<List<Integer>> members = new ArrayList<>(); // operations of each chain
    final int[] chain; // of each operation
    final int[] place; // of each operation in its chain
    final int[] number; // of each receive among those of its source and tag
    final Map<Source, Integer> sources = new HashMap<>(); // looked up only
    final Map<Integer, Integer> over = new TreeMap<>(); // counters of what is over, by chain
    final Map<Integer, Integer> begun = new TreeMap<>();
    final int counters;
    final int units;

    Chains(ImmutableList<Op> ops) {
      this.ops = ops;
      this.chain = new int[ops.size()];
      this.place = new int[ops.size()];
      this.number = new int[ops.size()];
      int slots = 0;
      int most = 0;
      Map<Source, Integer> seen = new HashMap<>();
      for (int i = 0; i < ops.size(); i++) {
        if (ops.get(i).act() instanceof Act.Receive receive) {
          Source source = new Source(receive.from(), receive.tag());
          if (!sources.containsKey(source)) {
            sources.put(source, slots++);
          }
          number[i] = seen.merge(source, 1, Integer::sum);
        } else if (ops.get(i).act() instanceof Act.Compute compute) {
          most = Math.max(most, compute.unit() + 1);
        }
      }
      for (int op : order()) {
        append(op);
      }
      for (int i = 0; i < ops.size(); i++) {
        int own = chain[i];
        for (int other : ops.get(i).after().toArray()) {
          if (chain[other] != own && !over.containsKey(chain[other])) {
            over.put(chain[other], slots++);
          }
        }
        for (int other : ops.get(i).begun().toArray()) {
          if (chain[other] != own && !begun.containsKey(chain[other])) {
            begun.put(chain[other], slots++);
          }
        }
      }
      this.counters = slots;
      this.units = most;
    }

    // Each one after those on which it depends; of those that could come next the first.
    private int[] order() {
      int[] waits = new int[ops.size()];
      List<List<Integer>> later = new ArrayList<>();
      for (int i = 0; i < ops.size(); i++) {
        later.add(new ArrayList<>(1));
      }
      for (int i = 0; i < ops.size(); i++) {
        Op op = ops.get(i);
        waits[i] = op.after().length() + op.begun().length();
        for (int other : op.after().toArray()) {
          later.get(other).add(i);
        }
        for (int other : op.begun().toArray()) {
          later.get(other).add(i);
        }
      }
      PriorityQueue<Integer> free = new PriorityQueue<>();
      for (int i = 0; i < ops.size(); i++) {
        if (waits[i] == 0) {
          free.add(i);
        }
      }
      int[] order = new int[ops.size()];
      int taken = 0;
      while (!free.isEmpty()) {
        int op = free.remove();
        order[taken++] = op;
        for (int other : later.get(op)) {
          if (--waits[other] == 0) {
            free.add(other);
          }
        }
      }
      return order;
    }

    private void append(int op) {
      int found = members.size();
      for (int other : ops.get(op).after().toArray()) {
        if (members.get(chain[other]).getLast() == other) {
          found = chain[other];
          break;
        }
      }
      if (found == members.size()) {
        members.add(new ArrayList<>());
      }
      chain[op] = found;
      place[op] = members.get(found).size();
      members.get(found).add(op);
    }
  }

  @Override
  public int pes() {
    return trace.pes();
  }

  @Override
  public int agents() {
    return agents;
  }

  @Override
  public int slots() {
    return slots;
  }

  @Override
  public int units() {
    return units;
  }

  @Override
  public Iterator<TrafficStep> steps(int pe, int agent) {
    Chains own = chains.get(pe);
    if (agent >= own.members.size()) {
      return Iterators.forArray();
    }
    return Iterators.concat(
        Iterators.transform(
            own.members.get(agent).iterator(), op -> steps(pe, own, op).iterator()));
  }

  private List<TrafficStep> steps(int pe, Chains own, int number) {
    Op op = own.ops.get(number);
    int chain = own.chain[number];
    List<TrafficStep> steps = new ArrayList<>(4);
    for (int other : op.after().toArray()) {
      await(own.over.get(own.chain[other]), own.place[other], own.chain[other] == chain, steps);
    }
    for (int other : op.begun().toArray()) {
      await(own.begun.get(own.chain[other]), own.place[other], own.chain[other] == chain, steps);
    }
    if (op.from() > 0) {
      steps.add(new TrafficStep.Until(op.from()));
    }
    if (op.act() instanceof Act.Compute compute) {
      steps.add(new TrafficStep.Take(compute.unit()));
    }
    raise(own.begun.get(chain), steps);
    switch (op.act()) {
      case Act.Send send -> steps.add(message(pe, send));
      case Act.Receive receive -> {
        Source source = new Source(receive.from(), receive.tag());
        int slot = Objects.requireNonNull(own.sources.get(source));
        steps.add(new TrafficStep.Await(slot, own.number[number]));
      }
      case Act.Compute compute -> {
        long time = compute.picoseconds();
        steps.add(new TrafficStep.Compute(slowness == 1 ? time : Math.round(time * slowness)));
        steps.add(new TrafficStep.Give(compute.unit()));
      }
      case Act.Collective of -> steps.add(new TrafficStep.Collective(of.kind(), each(of)));
      case Act.Nothing _ -> {
        // what depends on it goes on
      }
    }
    raise(own.over.get(chain), steps);
    return steps;
  }

  private static void await(
      @Nullable Integer slot, int place, boolean same, List<TrafficStep> steps) {
    if (!same && slot != null) {
      steps.add(new TrafficStep.Await(slot, place + 1));
    }
  }

  private static void raise(@Nullable Integer slot, List<TrafficStep> steps) {
    if (slot != null) {
      steps.add(new TrafficStep.Raise(slot));
    }
  }

  private TrafficStep message(int pe, Act.Send send) {
    Integer slot = chains.get(send.to()).sources.get(new Source(pe, send.tag()));
    return new TrafficStep.Send(
        send.bytes() == 0 ? TransferKind.SIGNAL : TransferKind.PUT_SIGNAL,
        send.to(),
        send.bytes() == 0 ? Long.BYTES : send.bytes(),
        CallScope.BLOCK,
        slot == null ? TrafficStep.NOBODY : slot);
  }

  // Collectives count what goes from each PE to each, or into each.
  private long each(Act.Collective of) {
    boolean shared = of.kind() == MeetingKind.ALLTOALL || of.kind() == MeetingKind.REDUCE_SCATTER;
    return shared ? (of.bytes() + trace.pes() - 1) / trace.pes() : of.bytes();
  }
}
