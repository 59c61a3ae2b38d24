package org.shmemlab.transports.traffic;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the steps of the agents of every PE. The same agent does the same whenever and however
 * often it is asked.
 */
public interface TrafficScript {
  /** Number of PEs. */
  int pes();

  /** Agents of each PE: threads, warps or blocks that make calls concurrently. */
  int agents();

  /** Counters of each PE that messages can raise. */
  int slots();

  /** Units of each PE that agents can take, one at a time. */
  default int units() {
    return 0;
  }

  /**
   * The steps of an agent in their order.
   *
   * @param agent of its PE, from 0
   */
  Iterator<TrafficStep> steps(int pe, int agent);

  /** The steps of one agent. */
  @FunctionalInterface
  interface Part {
    /**
     * Its steps in their order.
     *
     * @param agent of its PE, from 0
     */
    Iterator<TrafficStep> steps(int pe, int agent);
  }

  /** A script of so many PEs with so many agents and counters each. */
  static TrafficScript of(int pes, int agents, int slots, Part part) {
    return new TrafficScript() {
      @Override
      public int pes() {
        return pes;
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
      public Iterator<TrafficStep> steps(int pe, int agent) {
        return part.steps(pe, agent);
      }
    };
  }

  /**
   * Repeats steps so many times, by the number of the round from 0; made when they are asked for.
   */
  static Iterator<TrafficStep> rounds(int count, IntFunction<List<TrafficStep>> round) {
    return Iterators.concat(
        IntStream.range(0, count).mapToObj(number -> round.apply(number).iterator()).iterator());
  }

  /** So many steps by their number from 0; made when they are asked for. */
  static Iterator<TrafficStep> repeat(int count, IntFunction<TrafficStep> step) {
    return new AbstractIterator<>() {
      private int number;

      @Override
      protected @Nullable TrafficStep computeNext() {
        return number < count ? step.apply(number++) : endOfData();
      }
    };
  }
}
