package org.shmemlab.transports.experts;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays dispatch and combine with low latency: every copy of a token is a put of its own to the PE
 * of its expert, and comes back as one. When the puts of a PE are posted, it adds to a counter of
 * every expert; on the way back an expert adds to a counter of every PE after the copies for that
 * one. Receivers wait for all of them.
 */
public final class MoeLatency implements TrafficScript {
  private static final int DISPATCHED = 0;
  private static final int COMBINED = 1;

  private final Routing routing;
  private final int agents;
  private final boolean dispatches;
  private final boolean combines;
  private final long bytesOut;
  private final long bytesBack;
  private final long[] works; // picoseconds of each PE's experts
  private final char[][] copies; // that arrive at each PE, by its expert and their source

  /**
   * Dispatch, combine, or one after the other.
   *
   * @param agents warps of a PE that put
   * @param bytesOut of a token to an expert
   * @param bytesBack of one back home
   * @param works how long the experts of each PE compute in between, picoseconds
   */
  public MoeLatency(
      Routing routing,
      int agents,
      boolean dispatches,
      boolean combines,
      long bytesOut,
      long bytesBack,
      long[] works) {
    this.routing = routing;
    this.agents = agents;
    this.dispatches = dispatches;
    this.combines = combines;
    this.bytesOut = bytesOut;
    this.bytesBack = bytesBack;
    this.works = works;
    this.copies = combines ? copies(routing) : new char[0][];
  }

  private static char[][] copies(Routing routing) {
    int pes = routing.place().pes();
    int[] number = new int[routing.experts()]; // of an expert among those of its PE
    int[] next = new int[pes];
    for (int expert = 0; expert < routing.experts(); expert++) {
      number[expert] = next[routing.peOf(expert)]++;
    }
    char[][] copies = new char[pes][];
    for (int pe = 0; pe < pes; pe++) {
      copies[pe] = new char[routing.expertsOf(pe) * pes];
    }
    for (int pe = 0; pe < pes; pe++) {
      for (int token = 0; token < routing.tokens(); token++) {
        for (int i = 0; i < routing.each(); i++) {
          int expert = routing.expert(pe, token, i);
          copies[routing.peOf(expert)][number[expert] * pes + pe]++;
        }
      }
    }
    return copies;
  }

  @Override
  public int pes() {
    return routing.place().pes();
  }

  @Override
  public int agents() {
    return agents;
  }

  @Override
  public int slots() {
    return 2;
  }

  @Override
  public Iterator<TrafficStep> steps(int pe, int agent) {
    List<Iterator<TrafficStep>> parts = new ArrayList<>();
    if (dispatches) {
      int each = routing.each();
      parts.add(
          TrafficScript.repeat(
              share(routing.tokens(), agent) * each,
              number -> copy(pe, agent + number / each * agents, number % each)));
      parts.add(Iterators.singletonIterator(TrafficStep.MEET));
      parts.add(
          TrafficScript.repeat(
              share(routing.experts(), agent),
              number -> count(routing.peOf(agent + number * agents), DISPATCHED)));
      if (combines || agent == 0) {
        int counts = routing.expertsOf(pe) * pes();
        parts.add(Iterators.singletonIterator(new TrafficStep.Await(DISPATCHED, counts)));
      }
    }
    if (works[pe] > 0) {
      parts.add(Iterators.singletonIterator(new TrafficStep.Compute(works[pe])));
    }
    if (combines) {
      int pairs = routing.expertsOf(pe) * pes();
      parts.add(
          IntStream.range(0, share(pairs, agent))
              .boxed()
              .flatMap(number -> home(pe, agent + number * agents))
              .iterator());
      if (agent == 0) {
        parts.add(Iterators.singletonIterator(new TrafficStep.Await(COMBINED, routing.experts())));
      }
    }
    return Iterators.concat(parts.iterator());
  }

  // How many of so many things are an agent's: they are dealt out one after the other.
  private int share(int things, int agent) {
    return (things - agent + agents - 1) / agents;
  }

  private TrafficStep copy(int pe, int token, int number) {
    return put(routing.peOf(routing.expert(pe, token, number)), bytesOut);
  }

  // All copies of an expert that came from one PE, and the count after them. A PE begins with
  // itself, so that not all of them begin with the same one.
  private Stream<TrafficStep> home(int pe, int pair) {
    int origin = (pe + pair) % pes();
    TrafficStep back = put(origin, bytesBack);
    return Stream.concat(
        IntStream.range(0, copies[pe][pair / pes() * pes() + origin]).mapToObj(_ -> back),
        Stream.of(count(origin, COMBINED)));
  }

  private static TrafficStep put(int target, long bytes) {
    return new TrafficStep.Send(
        TransferKind.PUT, target, bytes, CallScope.WARP, TrafficStep.NOBODY);
  }

  private static TrafficStep count(int target, int slot) {
    return new TrafficStep.Send(TransferKind.ATOMIC, target, Long.BYTES, CallScope.THREAD, slot);
  }
}
